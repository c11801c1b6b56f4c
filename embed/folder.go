package embed

import (
	"context"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/embed/internal/bert"
)

func init() { encoders = append(encoders, openFolder) }

// folderEncoder is a model as published on Hugging Face.
type folderEncoder struct {
	model    *bert.Model
	identity Identity
	progress func(done, total int)
}

// openFolder opens a folder as published on Hugging Face.
func openFolder(_ context.Context, spec string, o EncoderOptions) (Encoder, bool, error) {
	if info, err := os.Stat(spec); err != nil || !info.IsDir() {
		return nil, false, nil
	}
	m, err := bert.Open(spec)
	if err != nil {
		return nil, true, err
	}
	name := filepath.Base(spec)
	if absolute, err := filepath.Abs(spec); err == nil {
		name = filepath.Base(absolute)
	}
	return folderEncoder{m, Identity{name, m.Dim(), m.Digest(), o.Prefix, nil}, o.Progress}, true, nil
}

// Identity is the model's, with its digest.
func (e folderEncoder) Identity() Identity { return e.identity }

// Encode computes the vectors of texts, each after the prefix.
func (e folderEncoder) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	all := make([]string, len(texts))
	for i, s := range texts {
		all[i] = e.identity.Prefix + s
	}
	return e.model.Encode(ctx, all, e.progress)
}
