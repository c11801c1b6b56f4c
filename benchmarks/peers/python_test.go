package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPythonVersions has a program in place of Python that knows some of the modules.
func TestPythonVersions(t *testing.T) {
	folder := t.TempDir()
	python := filepath.Join(folder, "python")
	script := "#!/bin/sh\n[ $# -le 3 ] || exit 1\n" +
		`echo '{"Result": {"Python": "3.x", "Modules": {"numpy": "1.2"}, "BLAS": "some"}}'` + "\n"
	if err := os.WriteFile(python, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ program, module, want string }{
		{python, "numpy", "Python 3.x, numpy 1.2, numpy 1.2, some"},
		{python, "sklearn", "lacks sklearn (Debian: python3-sklearn)"},
		{filepath.Join(folder, "none"), "numpy", "found no program"},
	} {
		s := &settings{python: c.program, scripts: folder}
		got, err := s.versions(t.Context(), "numpy", c.module)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: found %q, expected %q", c.module, got, c.want)
		}
	}
}
