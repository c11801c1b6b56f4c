package lrp

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/brown"
	"github.com/luna-rating/luna/internal/wordnet"
)

// Resource is a table that predictions depend on and that is not in the model file.
type Resource struct {
	Name   string `json:"name"`   // such as "WordNet"
	SHA256 string `json:"sha256"` // in hexadecimal
}

// The names of resources.
const (
	WordVectors     = "word vectors" // of [Parts], or the embedded ones
	embeddedVectors = "embedded word vectors"
	wordNet         = "WordNet"
	brownCounts     = "Brown counts"
)

// resourceNeeds are the resources of the features and learners of this module, by name.
var resourceNeeds = map[string][]string{
	"WCS":    {WordVectors},
	"SNL":    {brownCounts, wordNet},
	"SYN":    {wordNet},
	"ALN":    {embeddedVectors, wordNet},
	autoName: {WordVectors},
}

// resourcesOf returns what the approach depends on.
func resourcesOf(a Approach, p Parts) ([]Resource, error) {
	names := extractorNames(a.Extractors)
	if _, ok := a.Learner.(Auto); ok {
		names = append(names, autoName)
	}
	var needs []string
	for _, n := range names {
		needs = append(needs, resourceNeeds[n]...)
	}
	slices.Sort(needs)
	var list []Resource
	for _, name := range slices.Compact(needs) {
		digest, err := resourceDigest(name, p)
		if err != nil {
			return nil, err
		}
		list = append(list, Resource{name, digest})
	}
	return list, nil
}

func resourceDigest(name string, p Parts) (string, error) {
	switch name {
	case wordNet:
		_, digest := wordnet.Checksum()
		return digest, nil
	case brownCounts:
		_, digest := brown.Checksum()
		return digest, nil
	case WordVectors:
		if p.Vectors != nil {
			return p.Vectors.Digest(), nil
		}
	}
	v, err := embed.Default()
	if err != nil {
		return "", err
	}
	return v.Digest(), nil
}

// ResourceError tells that a model was trained with another resource than there is.
type ResourceError struct {
	Name            string // of the [Resource]
	Found, Expected string // SHA-256
}

// Error implements error.
func (e *ResourceError) Error() string {
	return fmt.Sprintf("it was trained with other %s: found sha256 %s, expected %s", e.Name, short(e.Found), short(e.Expected))
}

// checkResources reports a resource that is not the one the model was trained with.
func checkResources(trained, present []Resource) error {
	for _, want := range trained {
		i := slices.IndexFunc(present, func(r Resource) bool { return r.Name == want.Name })
		switch {
		case i < 0:
			return fmt.Errorf("it needs %s (sha256 %s), which its approach does not use here", want.Name, short(want.SHA256))
		case present[i].SHA256 != want.SHA256:
			return &ResourceError{want.Name, present[i].SHA256, want.SHA256}
		}
	}
	return nil
}

// short is the beginning of a digest.
func short(digest string) string { return digest[:min(12, len(digest))] }
