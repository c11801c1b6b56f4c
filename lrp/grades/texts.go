package grades

import (
	"math"
	"slices"
	"sync"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// textOf is one distinct response to a question, with all that the model sees of it.
type textOf struct {
	doc    *text.Doc
	id     int // in question.texts; -1 for one that was not known beforehand
	cues   []float64
	grams  grams
	vector []float32 // mean word vector, of norm 1; zeros where no word is known
	like   *textOf   // the first known text that the model sees as the same, maybe itself; nil where there is none
}

// question is one question with its known texts.
type question struct {
	id      string
	keyed   bool
	cues    []func(*text.Doc) float64
	grams   vocabulary
	vectors *embed.Vectors
	texts   []*textOf
	byRaw   map[string]*textOf
	byClean map[string]*textOf // the first of those with the same content words
	key     []*textOf          // the acceptable answers, each once
	kernels *kernels           // between all known texts; nil where they are too many
	probes  sync.Pool          // of *probe
}

func newQuestion(q *features.Question, cues []Cue, vectors *embed.Vectors) *question {
	x := &question{
		id: q.ID, keyed: len(q.Key) > 0, grams: make(vocabulary), vectors: vectors,
		byRaw: make(map[string]*textOf), byClean: make(map[string]*textOf),
	}
	for _, c := range cues {
		x.cues = append(x.cues, c.prepare(q))
	}
	for _, d := range q.Key {
		if x.byRaw[d.Raw] == nil {
			x.key = append(x.key, x.know(d))
		}
	}
	for _, d := range q.Docs {
		if x.byRaw[d.Raw] == nil {
			x.know(d)
		}
	}
	if len(x.texts) <= mostKernelTexts {
		x.kernels = newKernels(x, x.texts)
	}
	return x
}

// know adds a text to the known ones.
func (x *question) know(d *text.Doc) *textOf {
	t := x.sharing(d)
	if t == nil {
		t = x.process(d, x.grams.add(d.Clean))
		x.byClean[d.Clean] = t
	}
	if t.like == nil {
		t.like = t
	}
	t.id = len(x.texts)
	x.texts = append(x.texts, t)
	x.byRaw[d.Raw] = t
	return t
}

// text returns what the model sees of a response, known beforehand or not.
func (x *question) text(d *text.Doc) *textOf {
	if t := x.byRaw[d.Raw]; t != nil {
		return t
	}
	if t := x.sharing(d); t != nil {
		return t
	}
	return x.process(d, x.grams.of(d.Clean))
}

// sharing returns a text with what it has in common with a known one of the same content words, or nil where there is none. Cues
// may see more than these words.
func (x *question) sharing(d *text.Doc) *textOf {
	first := x.byClean[d.Clean]
	if first == nil {
		return nil
	}
	t := &textOf{doc: d, id: -1, grams: first.grams, vector: first.vector, cues: x.cuesOf(d)}
	if slices.Equal(t.cues, first.cues) {
		t.cues, t.like = first.cues, first
	}
	return t
}

func (x *question) process(d *text.Doc, g grams) *textOf {
	return &textOf{doc: d, id: -1, grams: g, vector: meanVector(x.vectors, d.Words), cues: x.cuesOf(d)}
}

func (x *question) cuesOf(d *text.Doc) []float64 {
	cues := make([]float64, len(x.cues))
	for k, c := range x.cues {
		cues[k] = c(d)
	}
	return cues
}

// meanVector returns the mean of the words' vectors, scaled to norm 1.
func meanVector(v *embed.Vectors, words []string) []float32 {
	mean := make([]float64, v.Dim())
	for _, w := range words {
		if x, ok := v.Lookup(w); ok {
			for i, a := range x {
				mean[i] += float64(a)
			}
		}
	}
	var squares float64
	for _, a := range mean {
		squares += a * a
	}
	unit := make([]float32, len(mean))
	if squares > 0 {
		for i, a := range mean {
			unit[i] = float32(a / math.Sqrt(squares))
		}
	}
	return unit
}
