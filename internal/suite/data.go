package suite

import (
	"os"
	"path/filepath"
	"testing"
)

// Data returns the path of a file or folder below the folder in the environment variable
// LRP_DATA. It skips the test if the variable is not set.
func Data(t testing.TB, elem ...string) string {
	t.Helper()
	root := os.Getenv("LRP_DATA")
	if root == "" {
		t.Skip("LRP_DATA is unset: it names the folder with the published data sets")
	}
	return filepath.Join(append([]string{root}, elem...)...)
}

// Powergrading returns the specification of the thesis's first data set.
func Powergrading(t testing.TB) string { return "powergrading:" + Data(t, "powergrading") }

// Mohler returns the specification of the thesis's second data set.
func Mohler(t testing.TB) string { return "mohler:" + Data(t, "ShortAnswerGrading_v2.0") }
