package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
)

// TestExperimentsWriteBelowTheirFolder has each key of an experiment that takes texts name files
// and folders elsewhere: these stay as they are, and no others appear.
func TestExperimentsWriteBelowTheirFolder(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	suite.OK(t, os.MkdirAll("victim/folder", 0o777))
	suite.OK(t, os.Mkdir("in", 0o777))
	write(t, "victim/file", []byte("precious"))
	before, tried := tree(t, "victim"), 0
	var try func(table string, of reflect.Type)
	try = func(table string, of reflect.Type) {
		for key, kind := range keysOf(of) {
			if inner := keysOf(pointedTo(kind)); len(inner) > 0 {
				try(key, pointedTo(kind))
				continue
			}
			if pointedTo(kind).Kind() != reflect.String {
				continue
			}
			for _, value := range []string{"../victim/file", "../victim/folder", filepath.Join(root, "victim/new")} {
				tried++
				runWith(t, table, key, kind, value)
				if diff := cmp.Diff(before, tree(t, "victim")); diff != "" {
					t.Fatalf("[%s] %s = %q: %s", table, key, value, diff)
				}
			}
		}
	}
	try("", reflect.TypeFor[experimentFile]())
	if tried < 100 {
		t.Errorf("%d settings were tried", tried)
	}
}

// runWith runs an experiment with a setting, which may be refused.
func runWith(t *testing.T, table, key string, kind reflect.Type, value string) {
	t.Helper()
	text := map[string]string{"datasets": `["sample-mohler"]`, "trials": "1", "approach": `["CBG"]`}
	of := map[string]string{}
	if setting := fmt.Sprintf("%q", value); kind.Kind() == reflect.Slice {
		of[key] = fmt.Sprintf("[%s, \"x=%s\"]", setting, value)
	} else {
		of[key] = setting
	}
	var file strings.Builder
	switch table {
	case "":
		text[key] = of[key]
	case "dataset":
		delete(text, "datasets")
		if of["spec"] == "" {
			of["spec"] = `"sample-mohler"`
		}
	}
	for k, v := range text {
		fmt.Fprintln(&file, k, "=", v)
	}
	if table == "dataset" {
		table = "[dataset]"
	}
	if table != "" {
		fmt.Fprintf(&file, "[%s]\n", table)
		for k, v := range of {
			fmt.Fprintln(&file, k, "=", v)
		}
	}
	write(t, "in/e.toml", []byte(file.String()))
	run(t.Context(), []string{"run", "in/e.toml"}, strings.NewReader(""), io.Discard, io.Discard)
}

// pointedTo returns the type that a pointer or list is of.
func pointedTo(of reflect.Type) reflect.Type {
	if of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		return of.Elem()
	}
	return of
}

// tree returns the contents of all files below a folder; those of folders are "/".
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	suite.OK(t, fs.WalkDir(os.DirFS(folder), ".", func(path string, e fs.DirEntry, err error) error {
		if all[path] = "/"; err == nil && !e.IsDir() {
			all[path] = string(suite.Must(os.ReadFile(filepath.Join(folder, path)))(t))
		}
		return err
	}))
	return all
}
