package embed

import (
	"context"
	"path/filepath"

	"github.com/luna-rating/luna/embed/internal/bert"
)

// folderBatch is the number of texts after which vectors of a folder are kept.
const folderBatch = 1024

// folder is the source of a model as published on Hugging Face.
type folder struct {
	model    *bert.Model
	identity Identity
}

// openFolder opens a folder as published on Hugging Face.
func openFolder(path string, o EncoderOptions) (Encoder, error) {
	m, err := bert.Open(path)
	if err != nil {
		return nil, err
	}
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	id := Identity{Name: filepath.Base(path), Dim: m.Dim(), SHA256: m.Digest(), Prefix: o.Prefix}
	return newBatched(folder{model: m, identity: id}, o), nil
}

// Identity is the model's, with its digest.
func (f folder) Identity() Identity { return f.identity }

func (f folder) blanks() bool { return true }

func (f folder) encode(
	ctx context.Context, texts []string, put func(from int, vectors [][]float32) error,
) error {
	for from := 0; from < len(texts); from += folderBatch {
		vectors, err := f.model.Encode(ctx, texts[from:min(from+folderBatch, len(texts))], nil)
		if err != nil {
			return err
		}
		if err := put(from, vectors); err != nil {
			return err
		}
	}
	return nil
}
