package lrp

import (
	"fmt"
	"maps"
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

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
