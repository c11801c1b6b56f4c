package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// packages holds Debian's package of each module.
var packages = map[string]string{
	"numpy": "python3-numpy", "scipy": "python3-scipy", "sklearn": "python3-sklearn",
	"Levenshtein": "python3-levenshtein", "nltk": "python3-nltk",
}

// versions returns the versions of Python and of the modules. It fails if there is no such program
// or if modules are missing.
func (s *settings) versions(ctx context.Context, modules ...string) (string, error) {
	if _, err := exec.LookPath(s.python); err != nil {
		return "", fmt.Errorf("-python: found no program %s, expected Python 3 (Debian: python3)", s.python)
	}
	var found struct {
		Python, BLAS string
		Modules      map[string]string
	}
	if _, err := s.script(ctx, &found, "versions.py", modules...); err != nil {
		return "", err
	}
	versions := []string{"Python " + found.Python}
	var missing []string
	for _, m := range modules {
		if v := found.Modules[m]; v == "" {
			missing = append(missing, m+" (Debian: "+packages[m]+")")
		} else {
			versions = append(versions, m+" "+v)
		}
	}
	if len(missing) > 0 {
		return "", fmt.Errorf("-python: %s lacks %s", s.python, strings.Join(missing, ", "))
	}
	if found.BLAS != "" {
		versions = append(versions, found.BLAS)
	}
	return strings.Join(versions, ", "), nil
}

// script runs a script and decodes its reply.
func (s *settings) script(ctx context.Context, reply any, name string, args ...string) (measure.Usage, error) {
	return measure.Run(ctx, reply, s.python, append([]string{filepath.Join(s.scripts, name)}, args...)...)
}

// withInput calls do with a folder that has the input of a script, and of ours, in JSON.
func withInput(input any, do func(folder string) error) error {
	folder, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	b, err := json.Marshal(input)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "input.json"), b, 0o600); err != nil {
		return err
	}
	return do(folder)
}

// readInput reads what withInput has written.
func readInput(folder string, input any) error {
	b, err := os.ReadFile(filepath.Join(folder, "input.json"))
	if err != nil {
		return err
	}
	return json.Unmarshal(b, input)
}
