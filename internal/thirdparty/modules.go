package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// platforms lists the platforms of a release. On Linux, what is linked depends on the processor,
// because of assembly and generated code; on Windows and macOS it does not.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64",
	"windows/amd64", "windows/arm64"}

// linkedModule is a module of which at least one package is linked. Its path is "std" for Go's own.
type linkedModule struct {
	Path, Version string
	Dir           string   // of its source
	packages      []string // folders of the linked packages
}

// linked lists the modules whose packages are linked into the programs on any of the platforms,
// sorted by path, without the main module.
func linked(platforms, programs []string) ([]linkedModule, error) {
	found := make(map[string]*linkedModule)
	for _, platform := range platforms {
		system, processor, _ := strings.Cut(platform, "/")
		err := listPackages(system, processor, programs, func(p listed) {
			m := p.Module
			if p.Standard {
				m = &linkedModule{Path: "std"}
			}
			if m == nil || p.mainModule() {
				return
			}
			if found[m.Path] == nil {
				found[m.Path] = m
			}
			m = found[m.Path]
			if !slices.Contains(m.packages, p.Dir) {
				m.packages = append(m.packages, p.Dir)
			}
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", platform, err)
		}
	}
	if std := found["std"]; std != nil {
		if err := locateStandard(std); err != nil {
			return nil, err
		}
	}
	list := slices.SortedFunc(maps.Values(found), func(a, b *linkedModule) int {
		return cmp.Compare(a.Path, b.Path)
	})
	modules := make([]linkedModule, len(list))
	for i, m := range list {
		modules[i] = *m
	}
	return modules, nil
}

// listed is a package as go list describes it.
type listed struct {
	Dir      string
	Standard bool
	Module   *linkedModule
}

func (p listed) mainModule() bool { return p.Module != nil && p.Module.Version == "" }

// listPackages calls f for each package that is linked into the programs on a platform.
func listPackages(system, processor string, programs []string, f func(listed)) error {
	args := append([]string{"list", "-deps", "-json=Dir,Standard,Module"}, programs...)
	out, err := goCommand(args, "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
	if err != nil {
		return err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		f(p)
	}
}

// locateStandard sets the version and the folder of the standard library.
func locateStandard(std *linkedModule) error {
	out, err := goCommand([]string{"env", "GOVERSION", "GOROOT"})
	if err != nil {
		return err
	}
	f := strings.Fields(string(out))
	if len(f) != 2 {
		return fmt.Errorf("go env: found %q, expected a version and a folder", out)
	}
	std.Version, std.Dir, std.packages = f[0], f[1], nil
	return nil
}

// goCommand returns what the go command prints.
func goCommand(args []string, env ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("go %s: %w: %s", args[0], err, bytes.TrimSpace(exit.Stderr))
	}
	return out, err
}
