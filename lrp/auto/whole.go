package auto

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// whole is what the model sees of a respondent's responses together.
type whole struct {
	responses []*text.Doc
	grams     grams     // of the responses as they were written, in lower case; see [wholes]
	pooled    []float64 // the means of the pooled cues over the questions
	// ability is the mean over the questions of the grade by the prior. Those who answer most
	// questions well are likely to have answered the others well too.
	ability float64
	silent  bool           // whether all responses are empty
	texts   []*encodedText // the responses, encoded
	met     []float64      // the products of the n-grams with those of the members of people; nil if unknown
}

// wholes encodes respondents as wholes. It is safe for concurrent use.
type wholes struct {
	grams  *vocabulary            // of all texts known beforehand
	cues   [][]comparison         // by question and pooled cue
	pooled []map[string][]float64 // by question and text: the cues of those known beforehand
	alone  []map[string][]float64 // likewise, of those in the key: by the rest of that
	known  sync.Map               // of whole, by [keyOf]: respondents of training sets
}

// pooledCues are compared over whole respondents: how much a respondent's responses have in common
// with the key, and how long they are, whatever the question.
func pooledCues() []cue {
	return []cue{
		fromFeature(features.BWO), fromFeature(features.FWO), fromFeature(features.CED),
		fromFeature(features.WED), fromFeature(features.DEM), characters,
	}
}

// characters is ln(1 + the number of characters of the response).
var characters = cue{name: "characters", prepare: byKey(func(*features.Question) func(*text.Doc) float64 {
	return func(response *text.Doc) float64 {
		return math.Log1p(float64(len([]rune(response.Raw))))
	}
})}

// newWholes returns what encodes the n-grams of respondents. Their pooled cues take
// [wholes.prepare] for each question.
func newWholes(questions []*features.Question) *wholes {
	w := &wholes{
		grams:  newVocabulary(),
		cues:   make([][]comparison, len(questions)),
		pooled: make([]map[string][]float64, len(questions)),
		alone:  make([]map[string][]float64, len(questions)),
	}
	for _, q := range questions {
		for _, d := range q.Docs {
			w.grams.add(strings.ToLower(d.Raw))
		}
	}
	return w
}

// prepare computes the pooled cues of question j. Those that the question has of itself, by name,
// are taken from there.
func (w *wholes) prepare(j int, q *features.Question, own []cue, x *question) {
	for _, c := range pooledCues() {
		k := slices.IndexFunc(own, func(o cue) bool { return o.name == c.name })
		if k < 0 {
			w.cues[j] = append(w.cues[j], c.prepare(q, nil))
			continue
		}
		of := func(d *text.Doc) float64 { return x.text(d).cues[k] }
		w.cues[j] = append(w.cues[j], comparison{whole: of, rest: x.cues[k].rest})
	}
	w.pooled[j] = make(map[string][]float64, len(q.Docs))
	w.alone[j] = make(map[string][]float64)
	for _, d := range q.Docs {
		w.pooled[j][d.Raw] = wholeCues(w.cues[j], d)
		if x.byRaw[d.Raw].alone != nil {
			w.alone[j][d.Raw] = restCues(w.cues[j], d)
		}
	}
}

// wholeCues returns the cues of a response by the whole key.
func wholeCues(cues []comparison, d *text.Doc) []float64 {
	return numbers.Map(cues, func(c comparison) float64 { return c.whole(d) })
}

// restCues returns the cues of a response that is in the key by the rest of that.
func restCues(cues []comparison, d *text.Doc) []float64 {
	return numbers.Map(cues, func(c comparison) float64 { return c.rest(d) })
}

// of returns a respondent, which it encodes unless some training set had one like it.
func (w *wholes) of(responses []*text.Doc) whole {
	if x, ok := w.known.Load(keyOf(responses)); ok {
		return x.(whole)
	}
	return w.encode(responses)
}

// keyOf identifies respondents with the same responses.
func keyOf(responses []*text.Doc) string {
	var key strings.Builder
	for _, d := range responses {
		key.WriteString(d.Raw)
		key.WriteByte(0)
	}
	return key.String()
}

// pooledCues returns the pooled cues of a response to question j.
func (w *wholes) pooledCues(j int, d *text.Doc) []float64 {
	if v, ok := w.pooled[j][d.Raw]; ok {
		return v
	}
	return wholeCues(w.cues[j], d)
}

// encode encodes a respondent.
func (w *wholes) encode(responses []*text.Doc) whole {
	x := whole{responses: responses, silent: true, pooled: make([]float64, len(w.cues[0]))}
	texts := make([]string, len(responses))
	for j, d := range responses {
		x.silent = x.silent && d.Raw == ""
		for k, v := range w.pooledCues(j, d) {
			x.pooled[k] += v / float64(len(responses))
		}
		texts[j] = strings.ToLower(d.Raw)
	}
	x.grams = w.grams.lookup(texts...)
	return x
}
