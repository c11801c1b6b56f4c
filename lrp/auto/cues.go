package auto

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// cue is a number in [0,1] that compares a response with the answer key and means much the same for
// every question.
type cue struct {
	name string // by which a [Prior] knows the cue's weight
	// prepare returns the cue for one question. Its value is 0 if the question has no key, unless
	// the cue needs none. The population are the responses to the question of everybody whose texts
	// may be used; only [common] does.
	prepare func(q *features.Question, population []*text.Doc) comparison
	weight  float64 // where a [Prior] knows none
}

// comparison is a cue for one question.
type comparison struct {
	whole func(response *text.Doc) float64
	// near is the same with the response's vector, if that is all that the cue takes long for.
	near func(response *text.Doc, vector []float32) float64
	// rest compares a response that is in the key with the rest of it; see [features.Question.Own].
	rest func(response *text.Doc) float64
}

// prepared returns the cues of a question.
func prepared(cues []cue, q *features.Question, population []*text.Doc) []comparison {
	return numbers.Map(cues, func(c cue) comparison { return c.prepare(q, population) })
}

// byKey returns what prepares a cue that depends on the question and the response alone.
func byKey(
	prepare func(q *features.Question) func(response *text.Doc) float64,
) func(*features.Question, []*text.Doc) comparison {
	return func(q *features.Question, _ []*text.Doc) comparison {
		return comparison{whole: prepare(q), rest: func(d *text.Doc) float64 { return prepare(q.Without(d))(d) }}
	}
}

// cuesOf returns the cues of the model: the features CED, WCS and DEM, [length], [words] and
// [empty], and for a transductive model [common]. Other similarities to the key add nothing to
// these and the functions of the texts. WCS uses the word vectors given, or the embedded ones if v
// is nil.
func cuesOf(x *meaning, transductive bool) []cue {
	near := x.nearest()
	if x.memory == nil {
		wcs := []features.Extractor{features.WCS}
		near = fromFeature(features.WithMeasure(wcs, features.MeanVectors(x.words))[0])
	}
	cues := []cue{
		fromFeature(features.CED), near, fromFeature(features.DEM), length, words, empty,
	}
	if transductive {
		cues = append(cues, common)
	}
	return cues
}

// namedCues returns the cues of the model, or those of them that it names.
func (m *Model) namedCues(x *meaning, transductive bool) []cue {
	all := cuesOf(x, transductive)
	if m.cues == nil {
		return all
	}
	return slices.DeleteFunc(all, func(c cue) bool { return !slices.Contains(m.cues, c.name) })
}

// fromFeature makes a cue of a feature with one column per question.
func fromFeature(e features.Extractor) cue {
	return cue{name: e.Name(), prepare: byKey(func(q *features.Question) func(*text.Doc) float64 {
		f := e.Prepare(q).Fit(nil)
		return func(response *text.Doc) float64 {
			var row features.Row
			f.Append(&row, response)
			if len(row.Value) == 0 {
				return 0
			}
			return row.Value[0]
		}
	})}
}

// length is min(1, |A|/|B|), where |A| and |B| are the numbers of words of the response and of the
// shortest acceptable answer.
var length = cue{name: "length", prepare: byKey(func(q *features.Question) func(*text.Doc) float64 {
	shortest := 0
	for _, k := range q.Key {
		if n := len(k.Words); shortest == 0 || n < shortest {
			shortest = n
		}
	}
	return func(response *text.Doc) float64 {
		if shortest == 0 {
			return 0
		}
		return min(1, float64(len(response.Words))/float64(shortest))
	}
})}

// words is ln(1 + the number of distinct words of the response) / ln(1 + enough), at most 1: beyond
// a few words more of them say little, and a word that is repeated nothing. It needs no key, but
// what length says of a grade differs too much between questions without one.
var words = cue{name: "words", prepare: byKey(func(q *features.Question) func(*text.Doc) float64 {
	const enough = 8
	return func(response *text.Doc) float64 {
		if len(q.Key) == 0 {
			return 0
		}
		return min(1, math.Log1p(float64(len(response.Set)))/math.Log1p(enough))
	}
})}

// empty is 1 for a response without words and 0 for others.
var empty = cue{name: "empty", prepare: byKey(func(*features.Question) func(*text.Doc) float64 {
	return func(response *text.Doc) float64 {
		if response.Empty() {
			return 1
		}
		return 0
	}
})}
