package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

const gpl = `This program is free software: you can redistribute it and/or modify it under the terms of the GNU
General Public License as published by the Free Software Foundation, either version 3 of the
License, or (at your option) any later version.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without
even the implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU
General Public License for more details.
`

// TestTermsOfTheLinkedModules collects the terms of what both programs link on this platform.
// .ci/run does so for all platforms of a release.
func TestTermsOfTheLinkedModules(t *testing.T) {
	suite.Slow(t, "lists all modules")
	const programs = "github.com/luna-rating/luna/cmd/"
	list, err := linked([]string{runtime.GOOS + "/" + runtime.GOARCH},
		[]string{programs + "lrp", programs + "luna"})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := writeLicenses(&out, list); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\ngithub.com/spf13/cobra v", ": Apache-2.0\n", "\nmodernc.org/sqlite v", "\nstd go1.",
		"\nSQLite Is Public Domain\n", "\nRedistribution and use in source and binary forms",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the licences lack %q", want)
		}
	}
	if strings.Contains(out.String(), "GNU GENERAL PUBLIC LICENSE") {
		t.Error("the licences have one that was not chosen")
	}
}

func TestModulesThatMustNotBeDistributed(t *testing.T) {
	suite.Slow(t, "lists all modules")
	for name, c := range map[string]struct {
		files map[string]string // by path
		want  string
	}{
		"none":       {map[string]string{"main.go": "package x"}, "found no licence in "},
		"copyleft":   {map[string]string{"COPYING": gpl}, "states GPL-3.0"},
		"unknown":    {map[string]string{"LICENSE": "All rights reserved."}, "no known licence is in LICENSE"},
		"below":      {map[string]string{"LICENSE": mit, "a/b/LICENSE": "Ask me."}, "in a/b/LICENSE"},
		"permissive": {map[string]string{"LICENSE.md": mit, "NOTICE": "Mine.", "c/LICENSE": "?"}, ""},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			path := filepath.Join(dir, file)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		m := linkedModule{path: "example.org/x", version: "v1.0.0", dir: dir}
		if name == "below" {
			m.packages = []string{filepath.Join(dir, "a", "b")}
		}
		var out bytes.Buffer
		err := writeLicenses(&out, []linkedModule{m})
		switch {
		case c.want == "" && (err != nil || !strings.Contains(out.String(), "NOTICE\n\nMine.")):
			t.Errorf("%s: %v\n%s", name, err, &out)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

// TestBillOfMaterials describes the test's own binary.
func TestBillOfMaterials(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(&out, []string{"sbom", self}); err != nil {
		t.Fatal(err)
	}
	type component struct {
		Name, Version, Purl string
		Licenses            []struct{ License struct{ ID string } }
		Hashes              []struct{}
	}
	var b struct {
		Components   []component
		Dependencies []struct{}
	}
	if err := json.Unmarshal(out.Bytes(), &b); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(b.Components, func(c component) bool {
		return c.Name == "github.com/google/licensecheck"
	})
	if i < 0 {
		t.Fatalf("a linked module is not in the bill:\n%s", &out)
	}
	c := b.Components[i]
	if len(c.Licenses) != 1 || c.Licenses[0].License.ID != "BSD-3-Clause" || len(c.Hashes) != 1 ||
		c.Purl != "pkg:golang/github.com/google/licensecheck@"+c.Version {
		t.Errorf("%+v", c)
	}
	if len(b.Dependencies) != len(b.Components)+1 {
		t.Errorf("%d dependencies of %d components", len(b.Dependencies), len(b.Components))
	}
	if err := run(&out, []string{"sbom", "thirdparty_test.go"}); err == nil {
		t.Error("a text was taken for a binary")
	}
}
