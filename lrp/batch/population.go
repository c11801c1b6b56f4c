package batch

import (
	"context"
	"fmt"
	"io"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp"
)

// rater is a model, transductive or not.
type rater interface {
	Questions() []datasets.Question
	Rating(responses []string) (float64, error)
	Predict(responses []string) (lrp.Prediction, error)
	Explain(responses []string) (*lrp.Explanation, error)
	Info() lrp.ModelInfo
	Encode(ctx context.Context, respondents ...[]string) error
}

// encode encodes the texts of records that are valid, if the model has an encoder and all records
// are answered.
func encode(ctx context.Context, m rater, records []raw, o Options) error {
	if m.Info().Encoder == nil || o.Only != "" {
		return nil
	}
	var responses [][]string
	for _, r := range records {
		if record, err := r.parse(o.Form); err == nil {
			responses = append(responses, record.responses)
		}
	}
	return m.Encode(ctx, responses...)
}

// maxPopulation bounds the records that are kept for a transductive model, in bytes with 16 more
// for each response.
const maxPopulation = 32 << 20

// begin opens the records and returns the model that answers them. A transductive one is fitted to
// all of them, which are read to the end.
func begin(m *lrp.Model, in io.Reader, name string, o Options) (source, rater, error) {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.Transductive {
		if err := m.CanTransduce(); err != nil {
			return nil, nil, err
		}
	}
	from, err := open(m, in, name, o)
	if err == nil && o.Warn != nil {
		from = readAhead(m, from, o)
	}
	if err != nil || !o.Transductive && o.Grade == nil {
		return from, m, err
	}
	records, people, err := readAll(from, name, len(m.Questions()), o)
	if err != nil {
		return nil, nil, err
	}
	if len(people) == 0 {
		return records, m, nil // which answers nobody
	}
	if o.Grade != nil {
		ds := &datasets.Dataset{Name: name, Questions: m.Questions(), Points: m.Info().Dataset.Points, Respondents: people}
		if err = o.Grade(ds); err == nil {
			m, err = m.WithGrades(ds.Respondents)
		}
		for _, note := range ds.Notes {
			o.Note(note)
		}
		return records, m, err
	}
	population := numbers.Map(people, func(r datasets.Respondent) []string { return r.Responses })
	t, err := m.Transduce(population)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, note := range transduction(m, t) {
		o.Note(note)
	}
	return records, t, nil
}

// readAll reads all records and returns them again, with the respondents of those that are valid.
func readAll(from source, name string, questions int, o Options) (
	_ *ahead, people []datasets.Respondent, err error,
) {
	all, size := &ahead{err: io.EOF}, 0
	for {
		r, err := from.next()
		if err == io.EOF {
			return all, people, nil
		}
		if err != nil {
			return nil, nil, err
		}
		size += len(r.text) + 16*questions
		for _, field := range r.fields {
			size += len(field)
		}
		if size > maxPopulation {
			return nil, nil, fmt.Errorf("%s:%d: found more than %d bytes of records, expected at most "+
				"that many where all are needed at once: predict without --transductive and --grades",
				name, r.line, maxPopulation)
		}
		all.records = append(all.records, r)
		// Errors of a record are reported when it is answered.
		if record, err := r.parse(o.Form); err == nil && len(record.responses) == questions {
			people = append(people, datasets.Respondent{ID: r.id(record), Responses: record.responses})
		}
	}
}

// transduction says whose texts a transductive model knows, and adds the remarks on it that do not
// apply to m.
func transduction(m *lrp.Model, t *lrp.Transduced) []string {
	info := t.Info()
	trained := ""
	switch n := info.Dataset.Respondents; {
	case n > 0 && info.Transductive.Training:
		trained = fmt.Sprintf(", among whom are all %d that the model learned from", n)
	case n > 0:
		trained = fmt.Sprintf(" and of the %d that the model learned from", n)
	}
	all := fmt.Sprintf("all %d respondents", info.Transductive.Respondents)
	if info.Transductive.Respondents == 1 {
		all = "the only respondent"
	}
	notes := []string{
		fmt.Sprintf("transductive: ratings depend on the texts of %s here%s", all, trained),
	}
	return append(notes, info.Warnings[len(m.Info().Warnings):]...)
}

// maxAhead and maxAheadBytes bound the records that are read before the first answer.
const maxAhead, maxAheadBytes = 200, 1 << 20

// ahead is a source some of whose records were read beforehand.
type ahead struct {
	source
	records []raw
	err     error // that ended them
}

// readAhead reads the first records, those that are there, and warns if they look like responses to
// other questions.
func readAhead(m *lrp.Model, from source, o Options) source {
	a, bytes := &ahead{source: from}, 0
	var responses [][]string
	for len(a.records) < maxAhead && bytes < maxAheadBytes {
		var r raw
		if r, a.err = from.next(); a.err != nil {
			break
		}
		a.records = append(a.records, r)
		if record, err := r.parse(o.Form); err == nil {
			responses = append(responses, record.responses)
			for _, s := range record.responses {
				bytes += len(s)
			}
		}
		if from.idle() {
			break
		}
	}
	if warning := m.Unlike(responses); warning != "" {
		o.Warn(warning)
	}
	return a
}

func (a *ahead) idle() bool { return len(a.records) == 0 && a.err == nil && a.source.idle() }

func (a *ahead) next() (r raw, err error) {
	switch {
	case len(a.records) > 0:
		r, a.records = a.records[0], a.records[1:]
		return r, nil
	case a.err != nil:
		return raw{}, a.err
	}
	return a.source.next()
}
