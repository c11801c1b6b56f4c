package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// versions returns the versions of Python and of the modules. It fails if there is no such program
// or if modules are missing.
func (s *settings) versions(ctx context.Context, modules ...string) (versions string, err error) {
	if _, err := exec.LookPath(s.python); err != nil {
		return "", fmt.Errorf("-python: found no program %s, expected Python 3 (Debian: python3)", s.python)
	}
	_, err = s.script(ctx, &versions, "versions.py", modules...)
	return versions, err
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
