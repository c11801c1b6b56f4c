package main

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// closest returns the known name that somebody who wrote name most likely meant, or "" where none is near: where
// a third of its characters or more would have to change. Case does not count.
func closest(name string, known []string) string {
	best, fewest := "", 0
	for _, k := range known {
		n := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(k))
		if 3*n <= max(3, len([]rune(k))) && (best == "" || n < fewest) {
			best, fewest = k, n
		}
	}
	return best
}
