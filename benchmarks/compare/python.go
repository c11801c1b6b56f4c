package main

import (
	"context"
	"fmt"
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

// needs lists the modules of each comparison's script.
var needs = map[string][]string{
	"experiment": {"numpy", "scipy", "sklearn", "Levenshtein"},
	"snl":        {"nltk"},
	"distances":  {"Levenshtein"},
}

// versions returns the versions of Python and of the modules that the comparisons need. It fails if
// some are missing.
func (s *settings) versions(ctx context.Context, chosen []comparison) (string, error) {
	if _, err := exec.LookPath(s.python); err != nil {
		return "", fmt.Errorf("-python: found no program %s, expected Python 3 (Debian: python3)",
			s.python)
	}
	modules := []string{filepath.Join(s.peers, "versions.py")}
	for _, c := range chosen {
		modules = append(modules, needs[c.name]...)
	}
	var found struct {
		Python, BLAS string
		Modules      map[string]string
	}
	if _, err := measure.Run(ctx, &found, s.python, modules...); err != nil {
		return "", err
	}
	versions := []string{"Python " + found.Python}
	var missing []string
	seen := make(map[string]bool)
	for _, m := range modules[1:] {
		if seen[m] {
			continue
		}
		seen[m] = true
		if v := found.Modules[m]; v == "" {
			missing = append(missing, m+" (Debian: "+packages[m]+")")
		} else {
			versions = append(versions, m+" "+v)
		}
	}
	if len(missing) > 0 {
		return "", fmt.Errorf("%s lacks %s; -only takes some of the comparisons",
			s.python, strings.Join(missing, ", "))
	}
	if found.BLAS != "" {
		versions = append(versions, found.BLAS)
	}
	return strings.Join(versions, ", "), nil
}
