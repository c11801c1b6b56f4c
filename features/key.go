package features

import "github.com/luna-rating/luna/features/text"

// KeySimilarity returns a question-based feature: one column, the largest similarity of the
// response to an acceptable answer of the key. It is 0 for an empty response and for an empty
// key. It learns nothing from the training set. The similarity must be finite and depend on the
// two texts alone; negative values count as 0.
func KeySimilarity(
	name, description string, similarity func(response, answer *text.Doc) float64,
) Extractor {
	compare := func(answers []*text.Doc) keyComparison {
		return func(response *text.Doc) float64 {
			best := 0.0
			for _, a := range answers {
				best = max(best, similarity(response, a))
			}
			return best
		}
	}
	return keySimilarity{info{name, description, QuestionBased}, compare}
}

// keyComparison returns the largest similarity of a response to the answers of one key, at least
// 0.
type keyComparison func(response *text.Doc) float64

// keySimilarity is the feature of a similarity. Its function compare makes the comparison with one
// key, so that whatever depends on an answer alone or on a response alone is computed once.
type keySimilarity struct {
	info
	compare func(answers []*text.Doc) keyComparison
}

// Prepare implements [Extractor].
func (e keySimilarity) Prepare(q *Question) Prepared {
	p := &preparedKey{
		info:  e.info,
		best:  e.compare(q.Key),
		known: make(map[*text.Doc]float64, len(q.Docs)),
	}
	for _, d := range q.Docs {
		p.known[d] = p.compute(d)
	}
	return p
}

type preparedKey struct {
	info
	best  keyComparison
	known map[*text.Doc]float64
}

func (p *preparedKey) compute(response *text.Doc) float64 {
	if response.Empty() {
		return 0
	}
	return p.best(response)
}

// Fit implements [Prepared].
func (p *preparedKey) Fit(train []Rated) Fitted {
	return fittedKey{p, docsOf(train)}
}

// FitAll implements [Static].
func (p *preparedKey) FitAll() Fitted { return fittedKey{p, nil} }

type fittedKey struct {
	*preparedKey
	train []*text.Doc
}

// Columns implements [Fitted].
func (f fittedKey) Columns() []string { return []string{f.name} }

// Append implements [Fitted].
func (f fittedKey) Append(row *Row, response *text.Doc) {
	v, ok := f.known[response]
	if !ok {
		v = f.compute(response)
	}
	row.Add(0, v)
}

// AppendTrain implements [Fitted].
func (f fittedKey) AppendTrain(row *Row, i int) { f.Append(row, f.train[i]) }
