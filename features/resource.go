package features

import (
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/brown"
	"github.com/luna-rating/luna/internal/wordnet"
)

// Resource is a table that a feature's values depend on, such as WordNet or a set of word vectors.
// A model can be used only with the resources it was trained with.
type Resource struct {
	Name   string `json:"name"`   // such as "WordNet"
	SHA256 string `json:"sha256"` // of the content, 64 hexadecimal digits
}

// ResourceUser is implemented by an [Extractor] whose values depend on resources. An extractor
// without this method uses none.
type ResourceUser interface {
	// Resources returns the resources, always the same ones. It may have to read them, which is not
	// needed to list features, and returns an error if that fails.
	Resources() ([]Resource, error)
}

// Versioned is implemented by an [Extractor] that has changed since its first version. An extractor
// without this method has version 1.
type Versioned interface {
	// Version returns the feature's version, at least 1. It is raised whenever the feature's
	// values for some text change.
	Version() int
}

// withResources is an extractor that uses resources, in the order of their names.
type withResources struct {
	Extractor
	resources []resource
}

// resource identifies a resource when it is called, not before.
type resource func() (Resource, error)

// Resources implements [ResourceUser].
func (e withResources) Resources() ([]Resource, error) {
	list := make([]Resource, len(e.resources))
	for i, r := range e.resources {
		var err error
		if list[i], err = r(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func wordNet() (Resource, error) {
	_, digest := wordnet.Checksum()
	return Resource{"WordNet", digest}, nil
}

func brownCounts() (Resource, error) {
	_, digest := brown.Checksum()
	return Resource{"Brown counts", digest}, nil
}

// embeddedVectors returns the resource of a feature that always uses the vectors of
// [embed.Default].
func embeddedVectors() (Resource, error) { return vectorsResource("embedded word vectors", nil) }

// wordVectors returns the resource of a feature whose vectors can be chosen: v, or those of
// [embed.Default] if v is nil.
func wordVectors(v *embed.Vectors) resource {
	return func() (Resource, error) { return vectorsResource("word vectors", v) }
}

func vectorsResource(name string, v *embed.Vectors) (Resource, error) {
	if v == nil {
		var err error
		if v, err = embed.Default(); err != nil {
			return Resource{}, err
		}
	}
	return Resource{name, v.Digest()}, nil
}
