package features_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/agnivade/levenshtein"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
)

// agnivadeCharacters is the measure of CED by github.com/agnivade/levenshtein.
func agnivadeCharacters(a, b *text.Doc) float64 {
	longer := max(len([]rune(a.Clean)), len([]rune(b.Clean)))
	return 1 - float64(levenshtein.ComputeDistance(a.Clean, b.Clean))/float64(max(longer, 1))
}

// agnivadeWords is the measure of WED by github.com/agnivade/levenshtein, each distinct word
// being one character.
func agnivadeWords(a, b *text.Doc) float64 {
	var known []string
	characters := func(words []string) string {
		var s []rune
		for _, w := range words {
			if !slices.Contains(known, w) {
				known = append(known, w)
			}
			s = append(s, rune(slices.Index(known, w)))
		}
		return string(s)
	}
	d := levenshtein.ComputeDistance(characters(a.Words), characters(b.Words))
	return 1 - float64(d)/float64(max(len(a.Words), len(b.Words), 1))
}

// BenchmarkEditDistances compares the features of edit distances with the same features by
// github.com/agnivade/levenshtein: all questions of a data set prepared ("prepare"), and one
// response compared with the key or with all responses to each question ("new").
func BenchmarkEditDistances(b *testing.B) {
	for _, spec := range []string{suite.Powergrading(b), suite.Mohler(b)} {
		sets, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			b.Fatal(err)
		}
		cache := text.NewCache(text.English)
		var questions []*features.Question
		var train [][]features.Rated
		for j, q := range sets[0].Questions {
			var texts []string
			var rated []features.Rated
			for _, r := range sets[0].Respondents {
				response := r.Responses[j]
				texts = append(texts, response)
				rated = append(rated, features.Rated{Doc: cache.Doc(response), Rating: r.Rating})
			}
			questions = append(questions, features.NewQuestion(q.ID, q.Key, texts, cache))
			train = append(train, rated)
		}
		for _, c := range []struct {
			name string
			features.Extractor
		}{
			{"CED/own", features.CED},
			{"CED/agnivade", features.KeySimilarity("CED", "-", agnivadeCharacters)},
			{"WED/own", features.WED},
			{"WED/agnivade", features.KeySimilarity("WED", "-", agnivadeWords)},
			{"NNC/own", features.NNC},
			{"NNC/agnivade", features.Nearest("NNC", "-", agnivadeCharacters)},
			{"NNW/own", features.NNW},
			{"NNW/agnivade", features.Nearest("NNW", "-", agnivadeWords)},
		} {
			b.Run(c.name+"/"+sets[0].Name+"/prepare", func(b *testing.B) {
				for b.Loop() {
					for _, q := range questions {
						c.Prepare(q)
					}
				}
			})
			b.Run(c.name+"/"+sets[0].Name+"/new", func(b *testing.B) {
				var fitted []features.Fitted
				for j, q := range questions {
					fitted = append(fitted, c.Prepare(q).Fit(train[j]))
				}
				r := rand.New(rand.NewPCG(1, 2))
				for b.Loop() {
					for j, f := range fitted {
						var row features.Row
						// A response to another question.
						other := questions[(j+1)%len(questions)].Docs
						f.Append(&row, other[r.IntN(len(other))])
					}
				}
			})
		}
	}
}
