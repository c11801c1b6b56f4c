package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"runtime/debug"
	"strings"
)

// object is a JSON object of CycloneDX 1.6 (ECMA-424).
type object map[string]any

// writeSBOM writes the bill of materials of a binary, from what the linker recorded in it. It has
// no serial number and no time, so that the same binary has the same bill.
func writeSBOM(w io.Writer, file string) error {
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	program := component("application", info.Main.Path, info.Main.Version, sum[:], "Apache-2.0")
	program["name"] = path.Base(info.Path)

	modules, sums, err := modulesOf(info)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	var components, dependencies []object
	var refs []any
	for i, m := range modules {
		files, err := termsOf(m)
		if err != nil {
			return err
		}
		ids, err := check(m, files)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sums[i], "h1:"))
		if err != nil {
			return fmt.Errorf("%s: module %s: %w", file, m.path, err)
		}
		c := component("library", m.path, m.version, sum, ids...)
		components = append(components, c)
		refs = append(refs, c["bom-ref"])
		dependencies = append(dependencies, object{"ref": c["bom-ref"]})
	}
	var properties []object
	for _, s := range info.Settings {
		properties = append(properties, object{"name": "go:" + s.Key, "value": s.Value})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(object{
		"$schema":     "http://cyclonedx.org/schema/bom-1.6.schema.json",
		"bomFormat":   "CycloneDX",
		"specVersion": "1.6",
		"version":     1,
		"metadata":    object{"component": program, "properties": properties},
		"components":  components,
		"dependencies": append([]object{{"ref": program["bom-ref"], "dependsOn": refs}},
			dependencies...),
	})
}

// modulesOf returns the modules that a binary contains, and their checksums as in go.sum.
func modulesOf(info *debug.BuildInfo) (modules []linkedModule, sums []string, err error) {
	std, err := standardLibrary()
	if err != nil {
		return nil, nil, err
	}
	std.version = info.GoVersion
	modules = []linkedModule{std}
	sums = []string{""}
	find := []string{"list", "-m", "-f", "{{.Dir}}"}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		modules = append(modules, linkedModule{path: m.Path, version: m.Version})
		sums = append(sums, m.Sum)
		find = append(find, m.Path)
	}
	dirs, err := goCommand(find)
	if err != nil || len(dirs) != len(info.Deps) {
		return nil, nil, errors.Join(err, fmt.Errorf("found %d of %d modules in the cache",
			len(dirs), len(info.Deps)))
	}
	for i, dir := range dirs {
		modules[i+1].dir = dir
	}
	return modules, sums, nil
}

// component describes a program or a module.
func component(kind, path, version string, sum []byte, licenses ...string) object {
	url := "pkg:golang/" + path + "@" + version
	c := object{"type": kind, "bom-ref": url, "name": path, "version": version, "purl": url}
	if len(sum) > 0 {
		c["hashes"] = []object{{"alg": "SHA-256", "content": hex.EncodeToString(sum)}}
	}
	var ids []object
	for _, id := range licenses {
		ids = append(ids, object{"license": object{"id": id}})
	}
	c["licenses"] = ids
	return c
}
