package embed

import (
	"math"
	"path/filepath"

	"github.com/luna-rating/luna/embed/internal/bert"
)

// folder is the encoder of a model as published on Hugging Face.
type folder struct {
	*bert.Model
	identity Identity
}

func openFolder(path string, o EncoderOptions) (Encoder, error) {
	m, err := bert.Open(path)
	if err != nil {
		return nil, err
	}
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	id := Identity{Name: filepath.Base(path), Dim: m.Dim(), SHA256: m.Digest(), Prefix: o.Prefix}
	// A model encodes the texts of a batch on all processors.
	return newBatched(folder{m, id}, o, limits{texts: 1024, bytes: math.MaxInt, batches: 1}), nil
}

func (f folder) Identity() Identity { return f.identity }
