package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
)

// The inputs of two revisions are equal, and lrp reads them.
func TestModerateInputs(t *testing.T) {
	for _, m := range moderates {
		name := filepath.Join(t.TempDir(), m.in.name)
		var files [2][]byte
		for k := range files {
			if _, err := writeInput([]string{m.name, name, "0.001"}); err != nil {
				t.Fatal(m.name, err)
			}
			var err error
			files[k], err = os.ReadFile(name)
			suite.OK(t, err)
		}
		if !bytes.Equal(files[0], files[1]) {
			t.Errorf("%s: the second input is another", m.name)
		}
		sets, err := lrp.Load(name)
		if err != nil || len(sets[0].Respondents) < 19 {
			t.Errorf("%s: read %v, %v", m.name, sets, err)
		}
	}
}
