package lrp

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// resources returns what the features and the learner of an approach say that they depend on, each
// once and sorted by name.
func resources(a Approach) ([]features.Resource, error) {
	users := []any{a.Learner()}
	for _, e := range a.Extractors() {
		users = append(users, e)
	}
	var list []features.Resource
	for _, u := range users {
		if user, ok := u.(features.ResourceUser); ok {
			used, err := user.Resources()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", a.Name, err)
			}
			list = append(list, used...)
		}
	}
	slices.SortStableFunc(list, func(a, b features.Resource) int {
		return cmp.Compare(a.Name, b.Name)
	})
	return slices.Compact(list), nil
}

// ResourceError reports that a resource differs from the one that a model was trained with.
type ResourceError struct {
	Name            string // of the [features.Resource]
	Found, Expected string // SHA-256
}

// Error implements error.
func (e *ResourceError) Error() string {
	return fmt.Sprintf("it was trained with other %s: found sha256 %s, expected %s",
		e.Name, short(e.Found), short(e.Expected))
}

// checkResources reports a resource that is not the one the model was trained with.
func checkResources(trained, present []features.Resource) error {
	for _, want := range trained {
		same := func(r features.Resource) bool { return r.Name == want.Name }
		i := slices.IndexFunc(present, same)
		switch {
		case i < 0:
			return fmt.Errorf("it needs %s (sha256 %s), which its approach does not use here",
				want.Name, short(want.SHA256))
		case present[i].SHA256 != want.SHA256:
			return &ResourceError{want.Name, present[i].SHA256, want.SHA256}
		}
	}
	return nil
}

// short is the beginning of a digest.
func short(digest string) string { return digest[:min(12, len(digest))] }

// versions returns the versions other than 1 of what a model consists of: "analyzer english",
// "feature BOW" or "learner auto". It is nil if all are 1.
func versions(analyzer text.Analyzer, a Approach) map[string]int {
	var list map[string]int
	add := func(part string, version int) {
		if version > 1 {
			if list == nil {
				list = make(map[string]int)
			}
			list[part] = version
		}
	}
	add("analyzer "+analyzer.Name, analyzer.Version)
	for _, e := range a.Extractors() {
		if v, ok := e.(features.Versioned); ok {
			add("feature "+e.Name(), v.Version())
		}
	}
	if v, ok := a.Learner().(features.Versioned); ok {
		add("learner "+a.Learner().Name(), v.Version())
	}
	return list
}

// retrainHint says what to do if a model file is of other versions.
const retrainHint = "run 'lrp retrain OLD -o NEW'"

// checkVersions reports the first part, by name, whose version is not the one in the file.
func checkVersions(file, here map[string]int) error {
	parts := slices.Concat(slices.Collect(maps.Keys(file)), slices.Collect(maps.Keys(here)))
	slices.Sort(parts)
	for _, part := range parts {
		if found, expected := max(here[part], 1), max(file[part], 1); found != expected {
			return fmt.Errorf("%s is version %d here and %d in the file: %s",
				part, found, expected, retrainHint)
		}
	}
	return nil
}
