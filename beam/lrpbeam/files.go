package lrpbeam

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"cloud.google.com/go/storage"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/gcsx"

	"github.com/luna-rating/luna/lrp/shard"
)

// fileSystems are those that this process uses, by scheme.
var fileSystems = once[string, filesystem.Interface]{}

// fileSystem returns the file system that a path is in.
func fileSystem(ctx context.Context, path string) (filesystem.Interface, error) {
	scheme, _, _ := strings.Cut(path, "://")
	if scheme == path {
		scheme = ""
	}
	return fileSystems.get(scheme, func() (filesystem.Interface, error) {
		return filesystem.New(context.WithoutCancel(ctx), path)
	})
}

// respondents are files of respondents, in any file system.
type respondents struct{ context.Context }

// Open implements [shard.Files]. A file in Google's storage is opened as it is there: with the
// Content-Encoding gzip, its client would decompress it, and its size would be another.
func (r respondents) Open(name string) (in io.ReadCloser, err error) {
	if files, failed := fileSystem(r, name); failed != nil {
		err = failed
	} else if in, err = files.OpenRead(r, name); err == nil {
		if stored, ok := in.(*storage.Reader); ok && stored.Attrs.Decompressed {
			stored.Close()
			in, err = r.openStored(name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: found an unreadable file (%w), expected respondents", name, err)
	}
	return in, nil
}

func (r respondents) openStored(name string) (io.ReadCloser, error) {
	bucket, object, _ := gcsx.ParseObject(name) // as was done to open it
	client, err := gcsx.NewClient(r, storage.ScopeReadOnly)
	if err != nil {
		return nil, err
	}
	return client.Bucket(bucket).Object(object).ReadCompressed(true).NewReader(r)
}

// Describe implements [shard.Files].
func (r respondents) Describe(name string, file io.ReadCloser) (in shard.Input, err error) {
	if in, err = (shard.Local{}).Describe(name, file); err == nil {
		return in, nil
	}
	files, err := fileSystem(r, name)
	if err != nil {
		return in, err
	}
	size, err := files.Size(r, name)
	var changed time.Time
	if f, ok := files.(filesystem.LastModifiedGetter); ok && err == nil {
		changed, err = f.LastModified(r, name)
	}
	if err != nil {
		return in, fmt.Errorf("%s: found an unreadable file (%w), expected respondents", name, err)
	}
	return shard.NewInput(name, size, changed), nil
}
