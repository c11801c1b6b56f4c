package main

import (
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// FST is the mean rating of the training respondents whose response to the question begins with the
// same content word, or of all of them if there are none. It is in [0,1], and 0 for an empty
// training part.
var FST features.Extractor = firstWord{}

// firstWord is the feature before it has seen any text. As it computes nothing beforehand, it is
// its own Prepared.
type firstWord struct{}

func (firstWord) Name() string                                   { return "FST" }
func (firstWord) Description() string                            { return "mean rating by first word" }
func (firstWord) Kind() features.Kind                            { return features.ResponseBased }
func (f firstWord) Prepare(*features.Question) features.Prepared { return f }

// Fit keeps what is needed of the training part, which belongs to the caller.
func (firstWord) Fit(train []features.Rated) features.Fitted {
	var f beginnings
	for _, t := range train {
		f.words = append(f.words, first(t.Doc))
		f.ratings = append(f.ratings, t.Rating)
	}
	return f
}

// first returns the first content word, "" for an empty response.
func first(d *text.Doc) string {
	if d.Empty() {
		return ""
	}
	return d.Words[0]
}

// beginnings are the first words of the training responses and the ratings of those who gave them.
type beginnings struct {
	words   []string
	ratings []float64
}

func (beginnings) Columns() []string { return []string{"FST"} }

func (f beginnings) Append(row *features.Row, response *text.Doc) {
	row.Add(0, f.mean(first(response), -1))
}

// AppendTrain leaves the respondent's own rating out of its row. Subtracting it from the sum of all
// would not do, as the rounding of that sum depends on it.
func (f beginnings) AppendTrain(row *features.Row, i int) {
	row.Add(0, f.mean(f.words[i], i))
}

// mean is that of the ratings but number except.
func (f beginnings) mean(word string, except int) float64 {
	var same, all, nSame, nAll float64
	for i, rating := range f.ratings {
		if i == except {
			continue
		}
		all, nAll = all+rating, nAll+1
		if f.words[i] == word {
			same, nSame = same+rating, nSame+1
		}
	}
	switch {
	case nSame > 0:
		return same / nSame
	case nAll > 0:
		return all / nAll
	}
	return 0
}
