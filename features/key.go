package features

import "github.com/luna-rating/luna/features/text"

// KeySimilarity returns a question-based feature: one column, the largest similarity of the
// response to an acceptable answer of the key. It is 0 for an empty response and where
// the key holds no answer. It learns nothing from the training part. The similarity must
// depend on the two texts alone and be finite; negative values count as 0.
func KeySimilarity(name, description string, similarity func(response, answer *text.Doc) float64) Extractor {
	return keySimilarity{info{name, description, QuestionBased}, similarity}
}

type keySimilarity struct {
	info
	similarity func(response, answer *text.Doc) float64
}

// Prepare implements [Extractor].
func (e keySimilarity) Prepare(q *Question) Prepared {
	p := &preparedKey{extractor: e, key: q.Key, known: make(map[*text.Doc]float64, len(q.Docs))}
	for _, d := range q.Docs {
		p.known[d] = p.compute(d)
	}
	return p
}

type preparedKey struct {
	extractor keySimilarity
	key       []*text.Doc
	known     map[*text.Doc]float64
}

func (p *preparedKey) compute(response *text.Doc) float64 {
	if response.Empty() {
		return 0
	}
	best := 0.0
	for _, answer := range p.key {
		best = max(best, p.extractor.similarity(response, answer))
	}
	return best
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
func (f fittedKey) Columns() []string { return []string{f.extractor.name} }

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
