package features

import (
	"fmt"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/brown"
	"github.com/luna-rating/luna/internal/wordnet"
)

// Resource is a table that a feature's values depend on, such as WordNet or a set of word vectors.
// A model can be used only with the resources it was trained with.
type Resource struct {
	Name   string `json:"name"`   // such as "WordNet"
	SHA256 string `json:"sha256"` // of the content, 64 hexadecimal digits
	// English says that values depend on it for English texts alone.
	English bool `json:"-"`
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
type resource func() Resource

// Resources implements [ResourceUser].
func (e withResources) Resources() ([]Resource, error) {
	list := make([]Resource, len(e.resources))
	for i, r := range e.resources {
		list[i] = r()
	}
	return list, nil
}

func wordNet() Resource {
	_, digest := wordnet.Checksum()
	return Resource{"WordNet", digest, true}
}

func brownCounts() Resource {
	_, digest := brown.Checksum()
	return Resource{"Brown counts", digest, true}
}

// embeddedVectors returns the resource of a feature that always uses the vectors of
// [embed.Default].
func embeddedVectors() Resource {
	return Resource{"embedded word vectors", embed.DefaultDigest(), true}
}

// wordVectors returns the resource of a feature whose vectors can be chosen: v, or those of
// [embed.Default] if v is nil.
func wordVectors(v *embed.Vectors) resource {
	return func() Resource {
		if v == nil {
			return Resource{"word vectors", embed.DefaultDigest(), true}
		}
		return Resource{"word vectors", v.Digest(), false}
	}
}

// embedded returns a table inside the program.
func embedded[T any](table T, err error) T {
	if err != nil {
		// The program was built from a damaged file, which the tests rule out.
		panic(fmt.Sprintf("features: embedded file: %v", err))
	}
	return table
}

// foreign reports whether a text is known to be in another language than English, for which there
// is neither WordNet nor anything else.
func foreign(d *text.Doc) bool { return d != nil && !d.Stemmer.English() }
