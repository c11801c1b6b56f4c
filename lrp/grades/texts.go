package grades

import (
	"math"
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
	key     []*textOf // the acceptable answers, each once
	kernels *kernels  // between all known texts; nil where they are too many
	probes  sync.Pool // of *probe
}

func newQuestion(q *features.Question, cues []Cue, vectors *embed.Vectors) *question {
	x := &question{
		id: q.ID, keyed: len(q.Key) > 0, grams: make(vocabulary), vectors: vectors,
		byRaw: make(map[string]*textOf),
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
	t := x.process(d, x.grams.add(d.Clean))
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
	return x.process(d, x.grams.of(d.Clean))
}

func (x *question) process(d *text.Doc, g grams) *textOf {
	t := &textOf{doc: d, id: -1, grams: g, vector: meanVector(x.vectors, d.Words)}
	for _, c := range x.cues {
		t.cues = append(t.cues, c(d))
	}
	return t
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
