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
	"path/filepath"
	"runtime/debug"
	"strings"

	"golang.org/x/mod/module"
)

// bill is the part used here of a bill of materials in CycloneDX 1.6 (ECMA-424). It has no serial
// number and no time, so that the same binary has the same bill.
type bill struct {
	Schema       string       `json:"$schema"`
	Format       string       `json:"bomFormat"`
	SpecVersion  string       `json:"specVersion"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Component  component  `json:"component"`
	Properties []property `json:"properties,omitempty"`
}

type component struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version,omitempty"`
	Licenses []license `json:"licenses,omitempty"`
	Hashes   []hash    `json:"hashes,omitempty"`
	URL      string    `json:"purl,omitempty"`
}

type license struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

// writeSBOM writes the bill of materials of a binary, from what the linker recorded in it.
func writeSBOM(w io.Writer, file string) error {
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	b, err := billOf(info, content)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(b)
}

func billOf(info *debug.BuildInfo, content []byte) (*bill, error) {
	sum := sha256.Sum256(content)
	main := component{Type: "application", Ref: packageURL(info.Main.Path, info.Main.Version),
		Name: path.Base(info.Path), Version: info.Main.Version,
		Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}},
		URL:    packageURL(info.Main.Path, info.Main.Version)}
	main.Licenses = licensesOf([]string{"Apache-2.0"})
	b := &bill{Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX",
		SpecVersion: "1.6", Version: 1, Metadata: metadata{Component: main}}
	for _, s := range info.Settings {
		b.Metadata.Properties = append(b.Metadata.Properties, property{"go:" + s.Key, s.Value})
	}
	std := module.Version{Path: "std", Version: info.GoVersion}
	parts := []debug.Module{{Path: std.Path, Version: std.Version}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, *m)
	}
	root := dependency{Ref: main.Ref}
	for _, m := range parts {
		c, err := describe(m)
		if err != nil {
			return nil, err
		}
		b.Components = append(b.Components, c)
		root.DependsOn = append(root.DependsOn, c.Ref)
		b.Dependencies = append(b.Dependencies, dependency{Ref: c.Ref})
	}
	b.Dependencies = append([]dependency{root}, b.Dependencies...)
	return b, nil
}

// describe describes a module with its licences, read from the cache of modules.
func describe(m debug.Module) (component, error) {
	c := component{Type: "library", Name: m.Path, Version: m.Version,
		Ref: packageURL(m.Path, m.Version), URL: packageURL(m.Path, m.Version)}
	if sum, ok := strings.CutPrefix(m.Sum, "h1:"); ok {
		b, err := base64.StdEncoding.DecodeString(sum)
		if err != nil {
			return c, fmt.Errorf("%s: %w", m.Path, err)
		}
		c.Hashes = []hash{{"SHA-256", hex.EncodeToString(b)}}
	}
	source, err := sourceOf(m)
	if err != nil {
		return c, err
	}
	files, err := termsOf(source)
	if err != nil {
		return c, err
	}
	ids, err := check(source, files)
	c.Licenses = licensesOf(ids)
	return c, err
}

// sourceOf finds the source of a module in the cache of modules.
func sourceOf(m debug.Module) (linkedModule, error) {
	source := linkedModule{Path: m.Path, Version: m.Version}
	if m.Path == "std" {
		return source, locateStandard(&source)
	}
	out, err := goCommand([]string{"env", "GOMODCACHE"})
	if err != nil {
		return source, err
	}
	escapedPath, err1 := module.EscapePath(m.Path)
	escapedVersion, err2 := module.EscapeVersion(m.Version)
	source.Dir = filepath.Join(strings.TrimSpace(string(out)),
		filepath.FromSlash(escapedPath)+"@"+escapedVersion)
	return source, errors.Join(err1, err2)
}

// packageURL is the purl of a Go module.
func packageURL(path, version string) string { return "pkg:golang/" + path + "@" + version }

func licensesOf(ids []string) []license {
	list := make([]license, len(ids))
	for i, id := range ids {
		list[i].License.ID = id
	}
	return list
}
