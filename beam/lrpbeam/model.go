package lrpbeam

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress/golearn"
)

// models are those that this process has opened, by path and digest.
var models = once[[2]string, *lrp.Model]{}

// once computes values once a process, and again after an error.
type once[K comparable, V any] struct {
	mu     sync.Mutex
	values map[K]V
}

func (o *once[K, V]) get(key K, compute func() (V, error)) (V, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if v, ok := o.values[key]; ok {
		return v, nil
	}
	v, err := compute()
	if err == nil {
		if o.values == nil {
			o.values = make(map[K]V)
		}
		o.values[key] = v
	}
	return v, err
}

// readModel reads a model file and returns its digest.
func readModel(ctx context.Context, path string) (text []byte, digest string, err error) {
	files, err := fileSystem(ctx, path)
	if err != nil {
		return nil, "", err
	}
	text, err = filesystem.Read(ctx, files, path)
	if err != nil {
		return nil, "", fmt.Errorf("%s: found no readable file (%w), expected a model", path, err)
	}
	sum := sha256.Sum256(text)
	return text, hex.EncodeToString(sum[:]), nil
}

// openModel opens a model, once a process. Digest is that of the file when the job began.
func openModel(ctx context.Context, path, digest string) (*lrp.Model, error) {
	return models.get([2]string{path, digest}, func() (*lrp.Model, error) {
		text, found, err := readModel(ctx, path)
		if err != nil {
			return nil, err
		}
		if found != digest {
			return nil, fmt.Errorf("%s: found another model than the one that the job began with", path)
		}
		return parseModel(path, text)
	})
}

// beginWith opens the model that a job begins with, for workers in this process too, and returns
// its digest.
func beginWith(ctx context.Context, path string) (digest string, err error) {
	text, digest, err := readModel(ctx, path)
	if err == nil {
		_, err = models.get([2]string{path, digest}, func() (*lrp.Model, error) {
			return parseModel(path, text)
		})
	}
	return digest, err
}

func parseModel(path string, text []byte) (*lrp.Model, error) {
	return lrp.ReadModel(bytes.NewReader(text), path, lrp.Parts{Models: golearn.ModelKinds()})
}
