// Package documents runs the shell blocks of the module's documents for tests, as a reader would.
package documents

import (
	"os"
	"regexp"
	"testing"
)

var fence = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

// Blocks returns the bodies of a document's fenced blocks in one language.
func Blocks(t testing.TB, file, language string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, m := range fence.FindAllStringSubmatch(string(data), -1) {
		if m[1] == language {
			found = append(found, m[2])
		}
	}
	return found
}
