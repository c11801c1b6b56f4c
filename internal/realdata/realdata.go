// Package realdata finds the published data sets for tests; they are not part of this module.
package realdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Path returns the path of a file or folder below the one that the environment variable LRP_DATA
// names, and skips the test where that is unset.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	root := os.Getenv("LRP_DATA")
	if root == "" {
		t.Skip("LRP_DATA is unset: it names the folder with the published data sets")
	}
	return filepath.Join(append([]string{root}, elem...)...)
}

// Powergrading is the specification of the thesis's first data set.
func Powergrading(t testing.TB) string { return "powergrading:" + Path(t, "powergrading") }

// Mohler is the specification of the second.
func Mohler(t testing.TB) string { return "mohler:" + Path(t, "ShortAnswerGrading_v2.0") }
