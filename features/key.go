package features

import (
	"slices"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// KeySimilarity returns a key-based feature: one column, the largest similarity of the
// response to an acceptable answer of the key. It is 0 for an empty response and for an empty
// key. It learns nothing from the training set. The similarity must be finite and depend on the
// two texts alone; negative values count as 0.
func KeySimilarity(
	name, description string, similarity func(response, answer *text.Doc) float64,
) Extractor {
	whole := func(d *text.Doc) *text.Doc { return d }
	return keySimilarity{info{name, description, KeyBased}, largest(whole, similarity)}
}

// keyComparison returns the largest similarity of a response to the answers of one key, at least
// 0.
type keyComparison func(response *text.Doc) float64

// largest returns the constructor of comparisons by the similarity of what is prepared of each of
// two texts.
func largest[T any](
	prepare func(*text.Doc) T, similarity func(response, answer T) float64,
) func([]*text.Doc) keyComparison {
	return func(answers []*text.Doc) keyComparison {
		prepared := numbers.Map(answers, prepare)
		return func(response *text.Doc) float64 {
			best, own := 0.0, prepare(response)
			for _, a := range prepared {
				best = max(best, similarity(own, a))
			}
			return best
		}
	}
}

// keySimilarity is the feature of a similarity. Its function compare returns the comparison with
// one key, so that whatever depends on an answer alone or on a response alone is computed once.
type keySimilarity struct {
	info
	compare func(answers []*text.Doc) keyComparison
}

// Prepare implements [Extractor]. The result is [Static] if no training row can differ from that of
// a new response: if nobody's known response is in a key of several answers.
func (e keySimilarity) Prepare(q *Question) Prepared {
	p := &preparedKey{
		keySimilarity: e, question: q, best: e.compare(q.Key),
		known: make(map[*text.Doc]float64, len(q.Docs)), alone: make(map[*text.Doc]float64),
	}
	times := q.times(nil)
	for _, d := range q.Docs {
		p.known[d] = p.compute(d)
		if _, in := times[d.Clean]; in && len(q.Key) > 1 {
			p.alone[d] = p.computeAlone(d)
		}
	}
	if len(q.Key) > 1 && (len(q.Docs) == 0 || len(p.alone) > 0) {
		return p
	}
	return staticKey{p}
}

type preparedKey struct {
	keySimilarity
	question *Question
	best     keyComparison
	known    map[*text.Doc]float64
	alone    map[*text.Doc]float64 // of known responses that are in the key: by the rest of it
}

func (p *preparedKey) compute(response *text.Doc) float64 {
	if response.Empty() || len(p.question.Key) == 0 {
		return 0
	}
	return p.best(response)
}

// computeAlone compares a response with the rest of the key.
func (p *preparedKey) computeAlone(response *text.Doc) float64 {
	return p.compare(p.question.Without(response).Key)(response)
}

// Fit implements [Prepared].
func (p *preparedKey) Fit(train []Rated) Fitted {
	return fittedKey{p, slices.Clone(train)}
}

// staticKey is a feature whose training rows are the same as the rows of new responses.
type staticKey struct{ *preparedKey }

// FitAll implements [Static].
func (p staticKey) FitAll() Fitted { return fittedKey{p.preparedKey, nil} }

type fittedKey struct {
	*preparedKey
	train []Rated
}

// Columns implements [Fitted].
func (f fittedKey) Columns() []string { return []string{f.name} }

// Append implements [Fitted].
func (f fittedKey) Append(row *Row, response *text.Doc) {
	row.Add(0, valueOf(f.known, response, f.compute))
}

// AppendTrain implements [Fitted].
func (f fittedKey) AppendTrain(row *Row, i int) {
	d := f.train[i].Doc
	if !f.train[i].Copied {
		f.Append(row, d)
		return
	}
	row.Add(0, valueOf(f.alone, d, f.computeAlone))
}

// valueOf returns the value of a response, which is computed unless it is known.
func valueOf[K comparable, V any](known map[K]V, key K, compute func(K) V) V {
	if v, ok := known[key]; ok {
		return v
	}
	return compute(key)
}
