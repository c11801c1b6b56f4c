package pages_test

import (
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
)

// picture is a picture of pages that the documents show, side by side.
type picture struct {
	file          string
	width, height int // of a page
	pages         []string
}

var pictures = []picture{
	{"../../../../docs/images/luna_pages.png", 360, 540, []string{
		"07-interview-360-light.png", "10-guess-360-dark.png", "15-final-won-360-light.png"}},
}

// shownInDocuments reports whether a picture consists of the screenshot.
func shownInDocuments(shot string) bool {
	return slices.ContainsFunc(pictures, func(p picture) bool {
		return slices.Contains(p.pages, shot)
	})
}

// comparePictures compares the pictures of the documents with the pages that the test saw.
func (p *place) comparePictures(t *testing.T) {
	t.Helper()
	for _, pic := range pictures {
		var shots [][]byte
		for _, page := range pic.pages {
			if p.shots[page] == nil {
				t.Fatalf("no screenshot is called %s, which is a part of %s", page, pic.file)
			}
			shots = append(shots, p.shots[page])
		}
		pagetest.Picture(t, pic.file, pic.width, pic.height, shots...)
	}
}
