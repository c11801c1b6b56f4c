package lrpbeam

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress/golearn"
)

// models are those that this process has opened, by path and digest.
var models = once[[2]string, *lrp.Model]{}

// openModel opens a model, once a process.
func openModel(ctx context.Context, path, digest string) (*lrp.Model, error) {
	return models.get([2]string{path, digest}, func() (*lrp.Model, error) {
		m, found, err := readModel(ctx, path)
		if found != "" && found != digest {
			err = fmt.Errorf("%s: found another model than the one that the job began with", path)
		}
		return m, err
	})
}

// beginWith opens the model that a job begins with, for workers in this process too, and returns
// its digest.
func beginWith(ctx context.Context, path string) (digest string, err error) {
	m, digest, err := readModel(ctx, path)
	if err == nil {
		_, err = models.get([2]string{path, digest}, func() (*lrp.Model, error) { return m, nil })
	}
	return digest, err
}

// readModel reads a model, and returns the digest of what it has read.
func readModel(ctx context.Context, path string) (*lrp.Model, string, error) {
	from, _, err := storageOf(ctx, path)
	if err != nil {
		return nil, "", err
	}
	in, err := from.Open(path)
	if err != nil {
		return nil, "", files.Unreadable(path, err, "a model")
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, "", err
	}
	m, err := lrp.ReadModel(bytes.NewReader(text), path, lrp.Parts{Models: golearn.ModelKinds()})
	return m, fmt.Sprintf("%x", sha256.Sum256(text)), err
}
