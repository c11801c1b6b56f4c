package wsc

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/internal/files"
)

// clean puts a text on one line, with single spaces and none at its ends. No-break spaces count as
// spaces.
func clean(s string) string { return strings.Join(strings.Fields(s), " ") }

// Fold returns a text in the form in which texts are compared: clean, in lower case, with plain
// quotes.
func Fold(s string) string { return plain.Replace(strings.ToLower(clean(s))) }

var plain = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`)

// fault returns the error of a line of a file.
func fault(file string, line int, found, expected string) error {
	return files.New(file, line, found, expected)
}

// faultf is fault about a problem.
func faultf(file string, line, problem int, found, expected string) error {
	return fault(file, line, fmt.Sprintf("problem %d %s", problem, found), expected)
}
