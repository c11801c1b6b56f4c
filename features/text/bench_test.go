package text_test

import (
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// BenchmarkDoc processes a short answer: in lower case; with capitals, apostrophes and an
// abbreviation; and with characters outside ASCII.
func BenchmarkDoc(b *testing.B) {
	for name, s := range map[string]string{
		"plain":     "they count the people who live in the country",
		"marks":     "It's the U.S. Government's way to count the people, I think.",
		"non-ASCII": "größe und café – naïve réponse",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				text.English.Doc(s)
			}
		})
	}
}
