package experiment_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// oracle reads its predictions from the responses, so that tests can choose them.
type oracle func(responses []*text.Doc) approach.Prediction

func (o oracle) fit(approach.Training) approach.FittedLearner { return double{predict: o} }

func (o oracle) approach() []approach.Approach {
	return []approach.Approach{{Name: "ORACLE", Method: approach.Learning{Learner: learner{name: "oracle", fit: o.fit}}}}
}

// learner is a learner made of a function.
type learner struct {
	approach.Learner
	name string
	fit  func(approach.Training) approach.FittedLearner
}

func (l learner) Name() string { return l.name }

func (l learner) Prepare([]*features.Question, [][]*text.Doc) (approach.PreparedLearner, error) {
	return l, nil
}

func (l learner) Fit(t approach.Training) (approach.FittedLearner, error) { return l.fit(t), nil }

// double stands for a fit in tests: it only predicts and warns.
type double struct {
	approach.FittedLearner
	predict  oracle
	warnings []error
}

func (d double) PredictAll(responses [][]*text.Doc) (list []approach.Prediction) {
	for _, r := range responses {
		list = append(list, d.predict(r))
	}
	return list
}

func (d double) Warnings() []error { return d.warnings }

func nowhere() [2]float64 { return [2]float64{math.NaN(), math.NaN()} }
func graded(id string, rating float64, scores []float64, responses ...string) datasets.Respondent {
	return datasets.Respondent{ID: id, Rating: rating, Scores: scores, Responses: responses}
}

// TestIntervals counts the ratings in given intervals. One interval ends at a rating, up to
// rounding.
func TestIntervals(t *testing.T) {
	ds := &datasets.Dataset{Name: "four", Questions: []datasets.Question{{ID: "1"}}}
	for _, r := range []struct {
		id     string
		rating float64
	}{{"in", .5}, {"edge", .4}, {"out", .9}, {"none", .1}} {
		ds.Respondents = append(ds.Respondents, graded(r.id, r.rating, nil, r.id))
	}
	o := oracle(func(responses []*text.Doc) approach.Prediction {
		switch responses[0].Raw {
		case "in":
			return approach.Prediction{Interval: [2]float64{.4, .6}}
		case "edge":
			return approach.Prediction{Interval: [2]float64{.4 + 1e-12, .5}}
		case "out":
			return approach.Prediction{Interval: [2]float64{.5, .8}}
		}
		return approach.Prediction{Interval: nowhere()}
	})
	r, err := experiment.LeaveOneOut(
		context.Background(), []*datasets.Dataset{ds}, experiment.Options{Approaches: o.approach()},
	)
	if err != nil {
		t.Fatal(err)
	}
	want := &experiment.Coverage{Level: .9, Share: 2. / 3, Width: .2, Score: 2.6 / 3}
	if diff := cmp.Diff(want, r.Datasets[0].Results[0].Coverage, cmpopts.EquateApprox(0, 1e-9),
		cmpopts.IgnoreTypes([]experiment.IntervalThird{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if g := r.Datasets[0].Results[0].Grades; g != nil {
		t.Errorf("found an agreement although there are no scores: %+v", g)
	}
}

// TestGradeAgreement compares, for every protocol, the agreement of grades and scores with counts
// made here.
func TestGradeAgreement(t *testing.T) {
	// One answer to each question is frequent, in several forms; the others occur once.
	nan := math.NaN()
	ds := &datasets.Dataset{
		Name:      "exam",
		Questions: []datasets.Question{{ID: "1"}, {ID: "2"}},
		Respondents: []datasets.Respondent{
			graded(
				"a", .1, []float64{1, 0}, "the same", "x 0.1",
			), graded("b", .2, []float64{0, .5}, "The same!", "x .4"),
			graded(
				"c", .3, []float64{1, nan}, "the SAME", "y .5",
			), graded("d", .4, []float64{1, 1}, "alone .9", "z .7"),
			graded(
				"e", .5, nil, "nobody graded it", "nor this",
			), graded("f", .6, []float64{0, 1}, "other .6", "z .7"),
		},
	}
	grade := func(d *text.Doc) float64 { return float64(len(d.Raw)%10) / 10 }
	o := oracle(func(responses []*text.Doc) approach.Prediction {
		return approach.Prediction{
			Rating:   .5,
			Interval: nowhere(),
			Grades:   []float64{grade(responses[0]), grade(responses[1])},
		}
	})
	count := func(splits []datasets.Split) *experiment.GradeAgreement {
		all, unseen, total, news := []experiment.Agreement{}, []experiment.Agreement{}, 0., 0.
		var baseline []experiment.Agreement
		var questions []experiment.QuestionGrades
		for j := range ds.Questions {
			var p, a, up, ua, means, majorities []float64
			for _, s := range splits {
				sum, n, count := 0., 0., map[float64]int{}
				for _, k := range s.Train {
					if r := ds.Respondents[k]; r.Scores != nil && !math.IsNaN(r.Scores[j]) {
						sum, n = sum+r.Scores[j], n+1
						count[r.Scores[j]]++
					}
				}
				mean, majority := sum/n, nan
				for _, g := range []float64{1, .5, 0} {
					if count[g] > 0 && (math.IsNaN(majority) || count[g] >= count[majority]) {
						majority = g
					}
				}
				for _, i := range s.Test {
					r := ds.Respondents[i]
					if r.Scores == nil || math.IsNaN(r.Scores[j]) {
						continue
					}
					g := grade(&text.Doc{Raw: r.Responses[j]})
					p, a = append(p, g), append(a, r.Scores[j])
					means, majorities = append(means, mean), append(majorities, majority)
					plain := func(i int) string {
						return strings.ToLower(strings.TrimRight(ds.Respondents[i].Responses[j], "!"))
					}
					if !slices.ContainsFunc(
						s.Train, func(k int) bool { return plain(k) == plain(i) },
					) {
						up, ua = append(up, g), append(ua, r.Scores[j])
					}
				}
			}
			rmse := func(p, a []float64) float64 {
				sum, n := 0., 0.
				for i := range p {
					if e := p[i] - a[i]; !math.IsNaN(e) {
						sum, n = sum+e*e, n+1
					}
				}
				return math.Sqrt(sum / n)
			}
			of := func(p, a []float64) experiment.Agreement {
				return experiment.Agreement{
					RMSE:     rmse(p, a),
					Accuracy: stats.Accuracy(p, a),
					Kappa:    stats.QuadraticKappa(p, a, 3),
					Pearson:  stats.Pearson(p, a),
				}
			}
			all, unseen = append(all, of(p, a)), append(unseen, of(up, ua))
			questions = append(questions, experiment.QuestionGrades{ID: ds.Questions[j].ID, Responses: len(p),
				All: of(p, a), Unseen: len(up), OnUnseen: of(up, ua)})
			guess := of(majorities, a)
			guess.Pearson, guess.RMSE = nan, rmse(means, a)
			baseline = append(baseline, guess)
			total, news = total+float64(len(p)), news+float64(len(up))
		}
		guess, strange := experiment.MeanAgreement(baseline), experiment.MeanAgreement(unseen)
		g := &experiment.GradeAgreement{All: experiment.MeanAgreement(all), UnseenShare: news / total,
			Baseline: &guess, Unseen: &strange, Questions: questions}
		if news == 0 {
			g.Unseen = nil
		}
		return g
	}
	compare := func(what string, got *experiment.GradeAgreement, splits []datasets.Split) {
		t.Helper()
		want := count(splits)
		if strings.HasPrefix(what, "curve") {
			want.Questions = nil
		}
		if !(want.UnseenShare > 0 && want.UnseenShare < 1) {
			t.Fatalf(
				"%s: the share of unseen texts is %v, which tests nothing", what, want.UnseenShare,
			)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	const trials, seed = 7, 3
	n, sets := len(ds.Respondents), []*datasets.Dataset{ds}
	options := experiment.Options{Trials: trials, Seed: seed, Approaches: o.approach()}
	splits, err := datasets.Splits(n, .8, trials, seed)
	if err != nil {
		t.Fatal(err)
	}
	compare("splits", evaluate(t, sets, options).Datasets[0].Results[0].Grades, splits)

	options.Sizes = []int{2, 4}
	c := curve(t, sets, options)
	small := slices.Clone(splits)
	for i := range small {
		small[i].Train = small[i].Nested(2, seed, i)
	}
	compare("curve at 2", c.Datasets[0].At(2).Results[0].Grades, small)
	compare("curve at 4", c.Datasets[0].At(4).Results[0].Grades, splits)

	for k, run := range map[int]func() (*experiment.Report, error){
		3: func() (*experiment.Report, error) {
			o := options
			o.Folds = 3
			return experiment.CrossValidate(context.Background(), sets, o)
		},
		n: func() (*experiment.Report, error) { return experiment.LeaveOneOut(context.Background(), sets, options) },
	} {
		repetitions := trials
		if k == n {
			repetitions = 1
		}
		var folds []datasets.Split
		for i := range repetitions {
			p, err := datasets.Folds(n, k, seed, i)
			if err != nil {
				t.Fatal(err)
			}
			for f := range k {
				folds = append(folds, p.Split(f))
			}
		}
		r, err := run()
		if err != nil {
			t.Fatal(err)
		}
		compare(r.Protocol, r.Datasets[0].Results[0].Grades, folds)
	}
}

// TestLearnedReadsBack writes the fields of learners as JSON and reads them. Other results must not
// have these fields.
func TestLearnedReadsBack(t *testing.T) {
	nan := math.NaN()
	for _, want := range []experiment.Result{
		{Approach: "A"},
		{Approach: "A", Coverage: &experiment.Coverage{Level: .9, Share: 0, Width: 0}},
		{Approach: "A", Coverage: &experiment.Coverage{Level: .9, Share: .91, Width: .2, Score: nan, ByRating: []experiment.IntervalThird{{Intervals: 3}}},
			Grades: &experiment.GradeAgreement{
				All:         experiment.Agreement{Accuracy: .9, Kappa: .8, Pearson: .7},
				Unseen:      &experiment.Agreement{Accuracy: .6, Kappa: nan, Pearson: nan, RMSE: .2},
				UnseenShare: .3,
				Questions: []experiment.QuestionGrades{{ID: "1", Responses: 9, All: experiment.Agreement{Kappa: .5},
					OnUnseen: experiment.Agreement{Accuracy: nan, Kappa: nan, Pearson: nan, RMSE: nan}}},
				Baseline: &experiment.Agreement{Accuracy: .5, Kappa: nan, Pearson: nan, RMSE: .4},
			}},
		{Approach: "A", Grades: &experiment.GradeAgreement{
			All: experiment.Agreement{Accuracy: .9, Kappa: .8, Pearson: .7},
		}},
	} {
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		for field, has := range map[string]bool{
			`"interval_level":0.9`:      want.Coverage != nil,
			`"interval_coverage_mean":`: want.Coverage != nil,
			`"interval_width_mean":`:    want.Coverage != nil,
			`"agreement":{`:             want.Grades != nil, `"unseen_share":`: want.Grades != nil,
			`"agreement_unseen":{`: want.Grades != nil && want.Grades.UnseenShare > 0,
		} {
			if strings.Contains(string(data), field) != has {
				t.Errorf("%s in %s: want %v", field, data, has)
			}
		}
		var got experiment.Result
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Coverage, got.Coverage, cmpopts.EquateNaNs()); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(want.Grades, got.Grades, cmpopts.EquateNaNs()); diff != "" {
			t.Error(diff)
		}
	}
}

// TestAutoIntervalsAndGrades checks that AUTO has intervals and grades on the samples, with about
// the nominal coverage.
func TestAutoIntervalsAndGrades(t *testing.T) {
	auto, err := approach.Select(approach.All(), "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	r := evaluate(t, samples(t), experiment.Options{Trials: 5, Seed: 1, Approaches: auto})
	for _, d := range r.Datasets {
		x := d.Results[0]
		if c := x.Coverage; c == nil || !(c.Share > .8 && c.Share <= 1) ||
			!(c.Width > 0 && c.Width < .6) {
			t.Errorf("%s: intervals %+v", d.Name, c)
		}
		if g := x.Grades; g == nil || !(g.All.Accuracy > .7 && g.All.Pearson > .4) ||
			!(g.Unseen.Accuracy > .6) ||
			!(g.UnseenShare > 0 && g.UnseenShare < 1) {
			t.Errorf("%s: grades %+v", d.Name, g)
		}
	}
}

// TestAutoOnAwkwardData evaluates AUTO on degenerate data sets.
func TestAutoOnAwkwardData(t *testing.T) {
	auto, err := approach.Select(approach.All(), "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	question := func(key ...string) datasets.Question { return datasets.Question{ID: "1", Key: key} }
	words := []string{"alpha", "beta", "gamma beta", "delta", "", "alpha gamma"}
	people := func(n int, rating func(i int) float64, responses func(i int) []string) []datasets.Respondent {
		var list []datasets.Respondent
		for i := range n {
			list = append(list, graded(string(rune('a'+i)), rating(i), nil, responses(i)...))
		}
		return list
	}
	one := func(i int) []string { return []string{words[i%len(words)]} }
	two := func(i int) []string { return []string{words[i%len(words)], ""} }
	rising := func(i int) float64 { return float64(i) / 9 }
	same := func(int) float64 { return .7 }
	for name, ds := range map[string]*datasets.Dataset{
		"no key":             {Questions: []datasets.Question{question(), question()}, Respondents: people(10, rising, two)},
		"single question":    {Questions: []datasets.Question{question("alpha")}, Respondents: people(10, rising, one)},
		"equal ratings":      {Questions: []datasets.Question{question("alpha"), question("beta")}, Respondents: people(10, same, two)},
		"all of them zero":   {Questions: []datasets.Question{question("alpha")}, Respondents: people(10, func(int) float64 { return 0 }, one)},
		"blank question":     {Questions: []datasets.Question{question("alpha"), question("beta")}, Respondents: people(10, rising, two)},
		"nothing but blanks": {Questions: []datasets.Question{question("alpha")}, Respondents: people(10, rising, func(int) []string { return []string{""} })},
		"two respondents":    {Questions: []datasets.Question{question("alpha"), question("")}, Respondents: people(2, rising, two)},
		"three respondents":  {Questions: []datasets.Question{question()}, Respondents: people(3, rising, one)},
	} {
		ds.Name = name
		for i := range ds.Questions {
			ds.Questions[i].ID = string(rune('1' + i))
		}
		o := experiment.Options{Trials: 4, Seed: 1, Approaches: auto}
		reports := []*experiment.Report{evaluate(t, []*datasets.Dataset{ds}, o)}
		left, err := experiment.LeaveOneOut(context.Background(), []*datasets.Dataset{ds}, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, r := range append(reports, left) {
			x := r.Datasets[0].Results[0]
			if slices.ContainsFunc(x.RMSE, func(e float64) bool { return !(e >= 0 && e <= 1) }) ||
				x.Coverage == nil ||
				!(x.Coverage.Share >= 0 && x.Coverage.Share <= 1 && x.Coverage.Width >= 0 && x.Coverage.Width <= 1) {
				t.Errorf("%s: %+v, intervals %+v", name, x, x.Coverage)
			}
			if strings.HasPrefix(name, "equal") && !(x.RMSEMean < .2) {
				t.Errorf("%s: RMSE %v", name, x.RMSEMean)
			}
		}
		o.Sizes = []int{0, 1}
		curve(t, []*datasets.Dataset{ds}, o)
	}
}
