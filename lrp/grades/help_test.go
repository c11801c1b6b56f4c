package grades

import (
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// exam is a set of questions with respondents.
type exam struct {
	questions []*features.Question
	responses [][]*text.Doc // by respondent
	ratings   []float64
	scores    [][]float64
	cache     *text.Cache
}

// newExam processes a data set. Its responses are known beforehand if known is set.
func newExam(ds *datasets.Dataset, known bool) *exam {
	x := &exam{cache: text.NewCache(text.English), responses: make([][]*text.Doc, len(ds.Respondents))}
	for j, q := range ds.Questions {
		var raw []string
		for i, r := range ds.Respondents {
			x.responses[i] = append(x.responses[i], x.cache.Doc(r.Responses[j]))
			if known {
				raw = append(raw, r.Responses[j])
			}
		}
		f := features.NewQuestion(q.ID, q.Key, raw, x.cache)
		f.Text = x.cache.Doc(q.Text)
		x.questions = append(x.questions, f)
	}
	for _, r := range ds.Respondents {
		x.ratings = append(x.ratings, r.Rating)
		x.scores = append(x.scores, r.Scores)
	}
	return x
}

// synthetic generates respondents to an exam, other than those of [civics].
func synthetic(n int) *datasets.Dataset {
	return lrptest.Civics(max(n, 1), 17)
}

// civics is a synthetic exam of other respondents than those that the prior was learned from.
func civics(n int) *exam {
	return newExam(lrptest.Civics(n, 5), true)
}

func prepare(t testing.TB, m Model, x *exam) *Prepared {
	t.Helper()
	p, err := m.Prepare(x.questions)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func fit(t testing.TB, p *Prepared, x *exam, n int) *Fitted {
	t.Helper()
	f, err := p.Fit(x.responses[:n], x.ratings[:n])
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// climbed is the problem of the whole exam, with the mode that is found from the prior's mean.
func climbed(t testing.TB, x *exam) (*problem, Hyper, *mode) {
	t.Helper()
	h := DefaultHyper()
	b := prepare(t, Model{}, x).problem(x.responses, x.ratings)
	b.measure()
	b.weigh(h)
	m, err := b.climb(h, b.start(h), well)
	if err != nil {
		t.Fatal(err)
	}
	return b, h, m
}

// fixed is the model with the default hyper-parameters.
func fixed() Model {
	h := DefaultHyper()
	return Model{Hyper: &h}
}
