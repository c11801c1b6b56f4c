package auto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

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

// newExam processes a data set. known says whether the model knows its responses beforehand.
func newExam(ds *datasets.Dataset, known bool) *exam {
	x := &exam{
		cache: text.NewCache(text.English), responses: make([][]*text.Doc, len(ds.Respondents)),
	}
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

// synthetic generates respondents to the exam of [civics], other than those.
func synthetic(n int) *datasets.Dataset {
	return lrptest.Civics(max(n, 1), 17)
}

// civics is a synthetic exam with other respondents than those that the prior was learned from.
func civics(n int) *exam {
	return newExam(lrptest.Civics(n, 5), true)
}

// withGaps leaves out some answers, and all of two respondents.
func (x *exam) withGaps() *exam {
	none := x.cache.Doc("")
	for i, r := range x.responses {
		for j := range r {
			if i < 2 || (i+2*j)%5 == 0 {
				r[j] = none
			}
		}
	}
	return x
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
	return fitTo(t, p, x.totals(0, n))
}

func fitTo(t testing.TB, p *Prepared, training Training) *Fitted {
	t.Helper()
	f, err := p.Fit(training)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// all are all respondents with their ratings.
func (x *exam) all() Training { return x.totals(0, len(x.ratings)) }

// withScores are all respondents with their ratings and scores.
func (x *exam) withScores() Training { return x.scored(0, len(x.ratings)) }

// scored are respondents with their ratings and scores.
func (x *exam) scored(from, to int) Training {
	t := x.totals(from, to)
	t.Scores = x.scores[from:to]
	return t
}

// mixed are all respondents, of whom one in four has no score, one misses some, one has no rating
// and one has neither a rating nor all scores.
func (x *exam) mixed() Training {
	t := x.withScores()
	t.Ratings, t.Scores = slices.Clone(t.Ratings), slices.Clone(t.Scores)
	for i, scores := range t.Scores {
		if i%4 == 0 {
			t.Scores[i] = nil
			continue
		}
		if i%4 > 1 {
			t.Ratings[i] = math.NaN()
		}
		if i%4 != 2 {
			t.Scores[i] = slices.Clone(scores)
			t.Scores[i][i/4%len(scores)] = math.NaN()
		}
	}
	return t
}

// unequal are all respondents, of whom one in four has no score, with means of the scores in which
// questions count unequally as ratings.
func (x *exam) unequal() Training {
	t := x.withScores()
	t.Ratings, t.Scores = make([]float64, len(t.Ratings)), slices.Clone(t.Scores)
	for i, scores := range t.Scores {
		t.Ratings[i] = stat.Mean(scores, pointsFor(len(scores)))
		if i%4 == 3 {
			t.Scores[i] = nil
		}
	}
	return t
}

// pointsFor is what the questions of an exam count unequally.
func pointsFor(questions int) []float64 {
	points := make([]float64, questions)
	for j := range points {
		points[j] = []float64{1, 5, 2, .5}[j%4]
	}
	return points
}

// withoutTotals are all respondents with their scores and no ratings.
func (x *exam) withoutTotals() Training {
	t := x.withScores()
	t.Ratings = slices.Repeat([]float64{math.NaN()}, len(t.Ratings))
	return t
}

// first returns the exam of the first questions alone.
func (x *exam) first(questions int) *exam {
	y := *x
	y.questions, y.responses, y.scores = x.questions[:questions], nil, nil
	for i, r := range x.responses {
		y.responses, y.scores = append(y.responses, r[:questions]), append(y.scores, x.scores[i][:questions])
	}
	return &y
}

// withoutKey drops the acceptable answers.
func (x *exam) withoutKey() {
	for _, q := range x.questions {
		q.Key = nil
	}
}

// totals are respondents with their ratings.
func (x *exam) totals(from, to int) Training {
	return Training{Responses: x.responses[from:to], Ratings: x.ratings[from:to]}
}

// predict returns the rating and the grades of a respondent.
func predict(f *Fitted, responses []*text.Doc) (rating float64, grades []float64) {
	r := f.grades(responses)
	return f.ratingOf(r), r.grades
}

// interval returns the 90% interval of a respondent.
func interval(f *Fitted, responses []*text.Doc) (lo, hi float64) {
	return f.interval(f.grades(responses), .9)
}

// contains reports whether the 90% interval of a respondent contains the rating.
func contains(f *Fitted, responses []*text.Doc, rating float64) bool {
	lo, hi := interval(f, responses)
	return lo-1e-9 <= rating && rating <= hi+1e-9
}

// split returns the respondents that are left out and the others.
func (b *problem) split(leftOut func(i int) bool) (out, members []int) {
	for i := range b.Ratings {
		if leftOut(i) {
			out = append(out, i)
		} else {
			members = append(members, i)
		}
	}
	return out, members
}

// others returns the problem of the respondents who are not left out, as if there were nobody else.
// Acceptable answers that may come from those who are left out are unknown.
func (b *problem) others(leftOut func(i int) bool) *problem {
	_, members := b.split(leftOut)
	others, whole := b.prepared.newProblem(b.only(members)), *b
	whole.member = make([]bool, len(b.Ratings))
	for _, i := range members {
		whole.member[i] = true
	}
	for j, n := range others.nodes {
		n.key = slices.DeleteFunc(n.key, func(k int) bool {
			return !whole.knowsKey(j, slices.Index(b.nodes[j].texts, n.texts[k]))
		})
	}
	others.observe(func(int) bool { return true })
	return others
}

// problemOf is the problem of a whole exam with its kernels.
func problemOf(t testing.TB, x *exam, h *hyper) *problem {
	t.Helper()
	b := prepare(t, Model{}, x).newProblem(x.all())
	b.computeKernels(h)
	return b
}

// exactMode returns the problem of a training set with the mode that is found from the prior mean.
func exactMode(
	t testing.TB, x *exam, of func(*exam) Training,
) (*problem, *hyper, *mode) {
	t.Helper()
	h := defaultHyper()
	b := prepare(t, Model{}, x).newProblem(of(x))
	b.computeKernels(h)
	m, err := b.findMode(h, b.priorMean(h), tolFit)
	if err != nil {
		t.Fatal(err)
	}
	return b, h, m
}

// withSkips returns the default hyper-parameters but for Skipped.
func withSkips(skipped float64) *hyper {
	h := defaultHyper()
	h.Skipped = skipped
	return h
}

// fixed returns the model with the default hyper-parameters.
func fixed() Model {
	return Model{hyper: defaultHyper()}
}

// unrated returns the fit of a model to one question, with nobody rated.
func unrated(t *testing.T, m Model, cache *text.Cache, asked, key string) *Fitted {
	q := features.NewQuestion("q", []string{key}, nil, cache)
	q.Text = cache.Doc(asked)
	p, err := m.Prepare([]*features.Question{q})
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Fit(Training{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// normal returns n random numbers with the mean 0.
func normal(rng *rand.Rand, n int, sd float64) []float64 {
	x := make([]float64, n)
	for k := range x {
		x[k] = sd * rng.NormFloat64()
	}
	return x
}

// error returns the root mean squared error for the respondents from the given one on.
func (x *exam) error(f *Fitted, from int) float64 {
	var squares float64
	for i := from; i < len(x.ratings); i++ {
		rating, _ := predict(f, x.responses[i])
		squares += math.Pow(clip(rating)-x.ratings[i], 2)
	}
	return math.Sqrt(squares / float64(len(x.ratings)-from))
}

// constantError returns the error of the constant guess for them: the mean of the other ratings.
func (x *exam) constantError(from int) float64 {
	mean := stat.Mean(x.ratings[:from], nil)
	var squares float64
	for _, y := range x.ratings[from:] {
		squares += (y - mean) * (y - mean)
	}
	return math.Sqrt(squares / float64(len(x.ratings)-from))
}
