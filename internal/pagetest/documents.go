package pagetest

import (
	"slices"
	"testing"
)

// Shown is a picture of pages that the documents show, side by side.
type Shown struct {
	File          string
	Width, Height int      // of a page
	Pages         []string // screenshots of a [Tab]
}

// ShownIn returns whether a screenshot is a part of pictures, for [Tab.Keep].
func ShownIn(pictures []Shown) func(file string) bool {
	return func(file string) bool {
		return slices.ContainsFunc(pictures, func(p Shown) bool { return slices.Contains(p.Pages, file) })
	}
}

// CompareShown compares the pictures of the documents with the screenshots of a test.
func CompareShown(t *testing.T, pictures []Shown, shots map[string][]byte) {
	t.Helper()
	for _, p := range pictures {
		var list [][]byte
		for _, page := range p.Pages {
			if shots[page] == nil {
				t.Fatalf("no screenshot is called %s, which is a part of %s", page, p.File)
			}
			list = append(list, shots[page])
		}
		Picture(t, p.File, p.Width, p.Height, list...)
	}
}
