package lrpbeam

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"

	"cloud.google.com/go/storage"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/gcsx"

	"github.com/luna-rating/luna/lrp/shard"
)

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

// fileSystems are those that this process uses, by scheme.
var fileSystems = once[string, filesystem.Interface]{}

// storageOf returns the storage that a path is in, and its file system.
func storageOf(ctx context.Context, path string) (shard.Storage, filesystem.Interface, error) {
	scheme, _, remote := strings.Cut(path, "://")
	if !remote {
		scheme = ""
	}
	files, err := fileSystems.get(scheme, func() (filesystem.Interface, error) {
		return filesystem.New(context.WithoutCancel(ctx), path)
	})
	if !remote {
		return shard.Local{}, files, err
	}
	return cloud{ctx, files}, files, err
}

// cloud is a storage whose files appear when they are closed.
type cloud struct {
	ctx   context.Context
	files filesystem.Interface
}

// Open implements [shard.Storage]. A file in Google's storage is opened as it is there: with the
// Content-Encoding gzip, its client would decompress it, and its size would be another.
func (c cloud) Open(path string) (in io.ReadCloser, err error) {
	in, err = c.files.OpenRead(c.ctx, path)
	if stored, ok := in.(*storage.Reader); ok && err == nil && stored.Attrs.Decompressed {
		stored.Close()
		in, err = c.openStored(path)
	}
	if err == nil {
		return in, nil
	}
	// File systems have errors of their own for a file that is not there.
	if found, listed := c.files.List(c.ctx, path); listed == nil && len(found) == 0 {
		err = fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return nil, fmt.Errorf("%s: found no readable file (%w)", path, err)
}

func (c cloud) openStored(path string) (io.ReadCloser, error) {
	bucket, object, _ := gcsx.ParseObject(path) // as was done to open it
	client, err := gcsx.NewClient(c.ctx, storage.ScopeReadOnly)
	if err != nil {
		return nil, err
	}
	return client.Bucket(bucket).Object(object).ReadCompressed(true).NewReader(c.ctx)
}

// Describe implements [shard.Storage].
func (c cloud) Describe(path string, _ io.ReadCloser) (in shard.Input, err error) {
	size, err := c.files.Size(c.ctx, path)
	var changed time.Time
	if f, ok := c.files.(filesystem.LastModifiedGetter); ok && err == nil {
		changed, err = f.LastModified(c.ctx, path)
	}
	if err != nil {
		err = fmt.Errorf("%s: found no readable file (%w)", path, err)
	}
	return shard.NewInput(path, size, changed), err
}

// Write implements [shard.Storage]. After an error the context ends before the file would appear.
func (c cloud) Write(path string, do func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	out, err := c.files.OpenWrite(ctx, path)
	if err == nil {
		err = do(out)
	}
	if err != nil {
		return err
	}
	return out.Close()
}

// List implements [shard.Storage].
func (c cloud) List(prefix string) ([]string, error) {
	names, err := c.files.List(c.ctx, prefix+"*")
	for i, name := range names {
		names[i] = path.Base(name)
	}
	return names, err
}
