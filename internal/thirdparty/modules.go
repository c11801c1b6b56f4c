package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
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
	path, version string
	dir           string   // of its source
	packages      []string // folders of the linked packages
}

// linked lists the modules whose packages are linked into the programs on any of the platforms,
// sorted by path, with the standard library and without the main module.
func linked(platforms, programs []string) ([]linkedModule, error) {
	std, err := standardLibrary()
	if err != nil {
		return nil, err
	}
	found := map[string]linkedModule{"std": std}
	const format = `{{with .Module}}{{if .Version}}{{.Path}}|{{.Version}}|{{.Dir}}|{{$.Dir}}{{end}}{{end}}`
	for _, platform := range platforms {
		system, processor, _ := strings.Cut(platform, "/")
		lines, err := goCommand(append([]string{"list", "-deps", "-f", format}, programs...),
			"CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", platform, err)
		}
		for _, line := range lines {
			f := strings.Split(line, "|")
			m, ok := found[f[0]]
			if !ok {
				m = linkedModule{path: f[0], version: f[1], dir: f[2]}
			}
			if !slices.Contains(m.packages, f[3]) {
				m.packages = append(m.packages, f[3])
			}
			found[f[0]] = m
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b linkedModule) int {
		return cmp.Compare(a.path, b.path)
	}), nil
}

func standardLibrary() (linkedModule, error) {
	lines, err := goCommand([]string{"env", "GOVERSION", "GOROOT"})
	if err != nil || len(lines) != 2 {
		return linkedModule{}, errors.Join(err,
			fmt.Errorf("go env: found %q, expected a version and a folder", lines))
	}
	return linkedModule{path: "std", version: lines[0], dir: lines[1]}, nil
}

// goCommand returns the lines that the go command prints.
func goCommand(args []string, env ...string) ([]string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("go %s: %w: %s", args[0], err, bytes.TrimSpace(exit.Stderr))
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' || r == '\r' }), err
}
