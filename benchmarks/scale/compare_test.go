package main

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
)

// The inputs of two revisions are equal, and lrp reads them.
func TestModerateInputs(t *testing.T) {
	for _, m := range moderates {
		var files [2]bytes.Buffer
		for k := range files {
			if err := m.in.write(&files[k], rand.New(rand.NewPCG(1, 1)), 0.001); err != nil {
				t.Fatal(m.name, err)
			}
		}
		if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
			t.Errorf("%s: the second input is another", m.name)
		}
		name := filepath.Join(t.TempDir(), m.in.name)
		suite.Write(t, name, files[0].Bytes())
		sets, err := lrp.Load(name)
		if err != nil || len(sets[0].Respondents) < 19 {
			t.Errorf("%s: read %v, %v", m.name, sets, err)
		}
	}
}
