package main

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// needs lists the modules of each comparison's script.
var needs = map[string][]string{
	"experiment": {"numpy", "scipy", "sklearn", "Levenshtein"},
	"snl":        {"nltk"},
	"distances":  {"Levenshtein"},
}

// versions returns the versions of Python and of the modules that the comparisons need. It fails if
// some are missing.
func (s *settings) versions(ctx context.Context, chosen []comparison) (string, error) {
	var modules []string
	for _, c := range chosen {
		modules = append(modules, needs[c.name]...)
	}
	versions, err := measure.PythonVersions(ctx, s.python, s.peers, modules...)
	if err != nil {
		return "", fmt.Errorf("%w; -only takes some of the comparisons", err)
	}
	return versions, nil
}
