package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/auto"
)

// exam is a data set in which nobody is graded yet.
type exam struct {
	name      string
	questions []*features.Question
	responses [][]*text.Doc // by respondent
	scores    [][]float64   // that the teacher would give
	totals    []float64
	prepared  *auto.Prepared
	groups    []auto.Group
	members   [][]int // by group: the respondents
}

func newExam(ds *datasets.Dataset) (*exam, error) {
	x := &exam{name: ds.Name, responses: make([][]*text.Doc, len(ds.Respondents))}
	var texts []string
	for _, q := range ds.Questions {
		texts = append(append(texts, q.Text), q.Key...)
	}
	for _, r := range ds.Respondents {
		if r.Scores == nil {
			return nil, fmt.Errorf("found no scores of respondent %s, expected some", r.ID)
		}
		texts = append(texts, r.Responses...)
		x.scores = append(x.scores, zeros(r.Scores))
		x.totals = append(x.totals, mean(zeros(r.Scores)))
	}
	cache := text.NewCache(text.For(text.Language(texts...)))
	for j, q := range ds.Questions {
		var raw []string
		for i, r := range ds.Respondents {
			raw = append(raw, r.Responses[j])
			x.responses[i] = append(x.responses[i], cache.Doc(r.Responses[j]))
		}
		question := features.NewQuestion(q.ID, q.Key, raw, cache)
		question.Text = cache.Doc(q.Text)
		x.questions = append(x.questions, question)
	}
	var err error
	if x.prepared, err = (auto.Model{Population: x.responses}).Prepare(x.questions); err != nil {
		return nil, err
	}
	x.groups = x.prepared.Groups(x.unrated(nil))
	for _, g := range x.groups {
		wordings := make(map[string]bool)
		for _, d := range g.Wordings {
			wordings[auto.Wording(d.Raw)] = true
		}
		var members []int
		for i, r := range x.responses {
			if wordings[auto.Wording(r[g.Question].Raw)] {
				members = append(members, i)
			}
		}
		x.members = append(x.members, members)
	}
	return x, nil
}

// zeros returns scores, with 0 for those that are not known.
func zeros(scores []float64) []float64 {
	list := slices.Clone(scores)
	for j, s := range list {
		if math.IsNaN(s) {
			list[j] = 0
		}
	}
	return list
}

func mean(values []float64) (sum float64) {
	for _, v := range values {
		sum += v / float64(len(values))
	}
	return sum
}

func (x *exam) result() *result {
	r := &result{name: x.name, respondents: len(x.responses), questions: len(x.questions),
		groups: len(x.groups)}
	for _, m := range x.members {
		r.answers += len(m)
	}
	return r
}

// unrated returns the training set with the given scores and no rating.
func (x *exam) unrated(scores [][]float64) auto.Training {
	return auto.Training{Responses: x.responses, Scores: scores,
		Ratings: slices.Repeat([]float64{math.NaN()}, len(x.responses))}
}

// teacher has graded some answers.
type teacher struct {
	*exam
	rng            *rand.Rand
	made           int         // decisions
	given, learned [][]float64 // scores: of all answers that are graded, and those learned from
	rated          []bool      // whole respondents
	queue          []int       // groups or respondents that come next
}

// order says what is graded next.
type order struct {
	name  string
	start func(t *teacher) // makes the queue
	next  func(t *teacher, f *auto.Fitted, n int)
}

var orders = []order{
	{"lrp next", func(*teacher) {}, func(t *teacher, f *auto.Fitted, n int) {
		type first struct {
			question int
			doc      *text.Doc
		}
		at := make(map[first]int)
		for g, x := range t.groups {
			at[first{x.Question, x.Wordings[0]}] = g
		}
		all := t.unrated(t.given)
		for _, d := range f.Next(all, nil, t.prepared.Groups(all), n).Decisions {
			t.decide(at[first{d.Question, d.Wordings[0]}])
		}
	}},
	{"most frequent first", func(t *teacher) {
		t.queue = t.rng.Perm(len(t.groups))
		slices.SortStableFunc(t.queue, func(a, b int) int {
			return cmp.Compare(len(t.members[b]), len(t.members[a]))
		})
	}, (*teacher).decideQueue},
	{"random groups", func(t *teacher) { t.queue = t.rng.Perm(len(t.groups)) }, (*teacher).decideQueue},
	{"whole respondents", func(t *teacher) { t.queue = t.rng.Perm(len(t.responses)) },
		func(t *teacher, _ *auto.Fitted, n int) {
			for until := t.made + n; t.made < until && len(t.queue) > 0; t.queue = t.queue[1:] {
				t.rate(t.queue[0])
			}
		}},
}

// decideQueue decides on the next n groups in the queue.
func (t *teacher) decideQueue(_ *auto.Fitted, n int) {
	for _, g := range t.queue[:min(n, len(t.queue))] {
		t.decide(g)
	}
	t.queue = t.queue[min(n, len(t.queue)):]
}

// decide gives the score of one member to all answers of a group. The group is learned once, as in
// lrp grade.
func (t *teacher) decide(g int) {
	j, members := t.groups[g].Question, t.members[g]
	score := t.scores[members[t.rng.IntN(len(members))]][j]
	first := auto.Wording(t.groups[g].Wordings[0].Raw)
	learned := false
	for _, i := range members {
		t.set(t.given, i, j, score)
		if !learned && auto.Wording(t.responses[i][j].Raw) == first {
			t.set(t.learned, i, j, score)
			learned = true
		}
	}
	t.made++
}

// rate grades all answers of a respondent.
func (t *teacher) rate(i int) {
	for j, d := range t.responses[i] {
		t.set(t.given, i, j, t.scores[i][j])
		t.set(t.learned, i, j, t.scores[i][j])
		if strings.TrimSpace(d.Raw) != "" {
			t.made++
		}
	}
	t.rated[i] = true
}

func (t *teacher) set(scores [][]float64, i, j int, score float64) {
	if scores[i] == nil {
		scores[i] = slices.Repeat([]float64{math.NaN()}, len(t.questions))
	}
	scores[i][j] = score
}

// learn fits the model to the grades so far.
func (t *teacher) learn() (*auto.Fitted, error) {
	var known auto.Training
	for i, list := range t.learned {
		if list == nil {
			continue
		}
		rating := math.NaN()
		if t.rated[i] {
			rating = mean(list)
		}
		known.Responses = append(known.Responses, t.responses[i])
		known.Ratings = append(known.Ratings, rating)
		known.Scores = append(known.Scores, list)
	}
	return t.prepared.Fit(known)
}

// error returns the root mean squared error of the totals. A total is computed from the given and
// the predicted scores. If whole respondents are rated, the totals of the others are AUTO's
// predictions.
func (t *teacher) error(f *auto.Fitted) float64 {
	var sum float64
	whole := slices.Contains(t.rated, true)
	for i, p := range f.PredictAll(t.responses, .9) {
		total := p.Rating
		if !whole || t.rated[i] {
			list := p.Grades
			for j, s := range t.given[i] {
				if !math.IsNaN(s) {
					list[j] = s
				}
			}
			total = mean(list)
		}
		e := min(max(total, 0), 1) - t.totals[i]
		sum += e * e / float64(len(t.totals))
	}
	return math.Sqrt(sum)
}

// simulate returns the mean error after these numbers of decisions in an order.
func (s *settings) simulate(x *exam, o *order, sizes []int) ([]float64, error) {
	errors := make([]float64, len(sizes))
	for k := range s.repeats {
		n := len(x.responses)
		t := &teacher{exam: x, rng: rand.New(rand.NewPCG(s.seed, uint64(k))), rated: make([]bool, n),
			given: make([][]float64, n), learned: make([][]float64, n)}
		o.start(t)
		f, err := t.learn()
		for at, size := range sizes {
			if err != nil {
				return nil, err
			}
			if size > t.made {
				o.next(t, f, size-t.made)
				f, err = t.learn()
			}
			if err == nil {
				errors[at] += t.error(f) / float64(s.repeats)
			}
		}
	}
	return errors, nil
}
