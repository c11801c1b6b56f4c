// Package suite says which tests a run includes, and keeps the files that tests compare with.
//
// The environment variable LUNA_TEST chooses:
//
//	go test ./...                   fast tests that need nothing but Go
//	LUNA_TEST=all go test ./...     every test
//	LUNA_TEST=update go test ./...  every test; files that tests compare with are rewritten
package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// env names the variable.
const env = "LUNA_TEST"

// everything reports whether the run includes every test.
func everything() (bool, error) {
	switch value := os.Getenv(env); value {
	case "":
		return false, nil
	case "all", "update":
		return true, nil
	default:
		return false, fmt.Errorf("%s is %q; expected all, update or nothing", env, value)
	}
}

func included(t testing.TB) bool {
	t.Helper()
	all, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Slow leaves a test out of the default run. The argument completes the sentence "the test …", as
// in "kills servers".
func Slow(t testing.TB, does string) {
	t.Helper()
	if !included(t) {
		t.Skipf("the test %s; %s=all go test includes it", does, env)
	}
}

// Full reports whether a test runs all of its examples at full size. It is false in the default run
// and under the race detector, which makes tests several times slower.
func Full(t testing.TB) bool {
	t.Helper()
	all := included(t)
	if !all {
		t.Logf("SKIPPED  larger examples (%s=all includes them)", env)
	}
	return all && !race
}

// Script leaves a script that begins with [!all] skip out of the default run. Pass it as the
// Condition of testscript's parameters.
func Script(condition string) (bool, error) {
	if condition != "all" {
		return false, fmt.Errorf("unknown condition %q", condition)
	}
	return everything()
}

// Update reports whether files that tests compare with are to be rewritten.
func Update() bool { return os.Getenv(env) == "update" }

// Golden compares bytes with those of a file, which LUNA_TEST=update rewrites.
func Golden(t testing.TB, file string, found []byte) {
	t.Helper()
	if Update() {
		Write(t, file, found)
		return
	}
	recorded, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if err == nil && bytes.Equal(recorded, found) {
		return
	}
	diff := fmt.Sprintf("%d bytes, now %d", len(recorded), len(found))
	if utf8.Valid(recorded) && utf8.Valid(found) {
		diff = cmp.Diff(string(recorded), string(found))
	}
	t.Errorf("%s differs (-recorded +found):\n%s\n%s", file, diff, Accept(t))
}

// Write writes a file that tests compare with, unless it has the content already.
func Write(t testing.TB, file string, data []byte) {
	t.Helper()
	if recorded, err := os.ReadFile(file); err == nil && bytes.Equal(recorded, data) {
		return
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Logf("wrote %s", file)
}

// Accept returns the last sentence of a failure message: the command that accepts what was found.
func Accept(t testing.TB) string {
	t.Helper()
	parts := strings.Split(t.Name(), "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return fmt.Sprintf("If that is meant: %s=update go test %s -run '%s'", env, folder(t),
		strings.Join(parts, "/"))
}

// folder returns the folder of the test, from that of the module on.
func folder(t testing.TB) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for root := here; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			path, err := filepath.Rel(root, here)
			if err != nil {
				t.Fatal(err)
			}
			if path == "." {
				return path
			}
			return "./" + filepath.ToSlash(path)
		}
		if root == filepath.Dir(root) {
			t.Fatalf("no go.mod is above %s", here)
		}
	}
}
