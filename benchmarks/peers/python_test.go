package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestVersions asks for a module that every Python has, one that none has, and a Python that there
// is not.
func TestVersions(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	for _, c := range []struct{ program, module, want string }{
		{"python3", "json", "Python 3."},
		{"python3", "nosuchmodule", "lacks nosuchmodule (Debian: python3-nosuchmodule)"},
		{"nowhere", "json", "found no program nowhere"},
	} {
		got, err := (&settings{python: c.program, scripts: "."}).versions(t.Context(), c.module)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s, %s: found %q, expected %q", c.program, c.module, got, c.want)
		}
	}
}
