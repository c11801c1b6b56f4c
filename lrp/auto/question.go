package auto

import (
	"cmp"
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// encodedText is a distinct response to a question with all that the model sees of it.
type encodedText struct {
	doc    *text.Doc
	id     int // index in question.texts; -1 for a text that was not known beforehand
	cues   []float64
	grams  grams
	vector []float32 // mean word vector of norm 1; zeros if no word is known
	// same is the first known text that is equal to this one for the model, maybe itself; nil if
	// there is none.
	same *encodedText
	// alone is a text that is in the key as it is compared with the rest of that; nil for others.
	alone *encodedText
}

// question is a question with its known texts.
type question struct {
	id      string
	source  *features.Question
	keyed   bool
	cues    []comparison
	grams   *vocabulary
	meaning *meaning
	texts   []*encodedText
	byRaw   map[string]*encodedText
	byClean map[string]*encodedText // the first of those with the same content words
	key     []*encodedText          // the distinct acceptable answers
	kernels *kernels                // between all known texts; nil if they are too many
	probes  sync.Pool               // of *probe
	// latest are texts that were not known, by hash: a response is needed several times.
	latest [64]atomic.Pointer[encodedText]
}

func newQuestion(
	q *features.Question, cues []cue, population []*text.Doc, vectors *meaning,
) *question {
	x := &question{
		id: q.ID, source: q, keyed: len(q.Key) > 0, grams: newVocabulary(), meaning: vectors,
		byRaw: make(map[string]*encodedText), byClean: make(map[string]*encodedText),
		cues: prepared(cues, q, population),
	}
	for _, d := range q.Key {
		if x.byRaw[d.Raw] == nil {
			x.key = append(x.key, x.add(d))
		}
	}
	for _, d := range q.Docs {
		if x.byRaw[d.Raw] == nil {
			x.add(d)
		}
	}
	x.addAlone()
	if len(x.texts) <= maxKernelTexts {
		x.kernels = newKernels(x, x.texts)
	}
	return x
}

// add adds a text to the known ones.
func (x *question) add(d *text.Doc) *encodedText {
	t := x.encodeLikeKnown(d)
	if t == nil {
		t = x.encode(d, x.grams.add(d.Clean))
		x.byClean[d.Clean] = t
	}
	t.same = cmp.Or(t.same, t)
	t.id = len(x.texts)
	x.texts = append(x.texts, t)
	x.byRaw[d.Raw] = t
	return t
}

// text encodes a response, known beforehand or not.
func (x *question) text(d *text.Doc) *encodedText {
	if t := x.byRaw[d.Raw]; t != nil {
		return t
	}
	latest := &x.latest[maphash.String(places, d.Raw)%uint64(len(x.latest))]
	t := latest.Load()
	if t != nil && t.doc == d {
		return t
	}
	if t = x.encodeLikeKnown(d); t == nil {
		t = x.encode(d, x.grams.lookup(d.Clean))
	}
	latest.Store(t)
	return t
}

// places tells where a text is among the latest ones.
var places = maphash.MakeSeed()

// encodeLikeKnown encodes a text whose content words are those of a known one, or returns nil. Only
// its cues are computed, which may see more than these words.
func (x *question) encodeLikeKnown(d *text.Doc) *encodedText {
	first := x.byClean[d.Clean]
	if first == nil {
		return nil
	}
	t := &encodedText{doc: d, id: -1, grams: first.grams, vector: first.vector}
	if x.meaning.memory != nil {
		t.vector = x.meaning.of(d)
	}
	t.cues = x.cuesFor(t)
	if slices.Equal(t.cues, first.cues) && slices.Equal(t.vector, first.vector) && blank(d) == blank(first.doc) {
		t.cues, t.same = first.cues, first
	}
	return t
}

func (x *question) encode(d *text.Doc, g grams) *encodedText {
	t := &encodedText{doc: d, id: -1, grams: g, vector: x.meaning.of(d)}
	t.cues = x.cuesFor(t)
	return t
}

// cuesFor returns the cues of a text, whose vector saves time.
func (x *question) cuesFor(t *encodedText) []float64 {
	return numbers.Map(x.cues, func(c comparison) float64 {
		if c.near != nil && t.vector != nil {
			return c.near(t.doc, t.vector)
		}
		return c.whole(t.doc)
	})
}

// postings returns the postings of texts.
func (x *question) postings(texts []*encodedText) *postings {
	return newPostings(x.grams.size, len(texts), func(k int) entries { return texts[k].grams.all() })
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
	return singleUnit(mean)
}
