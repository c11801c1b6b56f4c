package lrp

import (
	"bytes"
	"context"
	"errors"
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
	"github.com/luna-rating/luna/regress"
)

// partlyGraded has 12 respondents: the first eight rated and scored, then one rated without scores,
// one with some scores and no rating, one without anything, and one with all scores and no rating.
func partlyGraded() *datasets.Dataset {
	ds := civics(12, 3)
	r, nan := ds.Respondents, math.NaN()
	r[8].Scores = nil
	r[9].Rating, r[9].Scores = nan, append([]float64{nan, nan}, r[9].Scores[2:]...)
	r[10].Rating, r[10].Scores = nan, slices.Repeat([]float64{nan}, 10)
	r[11].Rating = nan
	return ds
}

// recorder is a learner that keeps what it was fitted to. It predicts .5.
type recorder struct {
	approach.Learner
	seen *[]approach.Training
}

func (r recorder) Name() string { return "recorder" }

func (r recorder) Prepare([]*features.Question, [][]*text.Doc) (approach.PreparedLearner, error) {
	return r, nil
}

func (r recorder) Restore(
	_ []*features.Question, t approach.Training, _ []byte,
) (approach.FittedLearner, error) {
	return r.Fit(t)
}

func (r recorder) Fit(t approach.Training) (approach.FittedLearner, error) {
	*r.seen = append(*r.seen, t)
	return half{}, nil
}

type half struct{ approach.FittedLearner }

func (half) Grade(int, *text.Doc) float64            { return .5 }
func (half) RatingOf([]float64, []*text.Doc) float64 { return .5 }
func (half) PredictAll(responses [][]*text.Doc) (list []Prediction) {
	return make([]Prediction, len(responses))
}
func (half) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }
func (half) Warnings() []error            { return nil }

// TestLearn checks what a learner is given: by training, in the model file, by training again and
// for a known population.
func TestLearn(t *testing.T) {
	ds := partlyGraded()
	for _, c := range []struct {
		learn       approach.Learn
		respondents []int // of the data set
		warnings    int
	}{
		{approach.LearnAuto, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11}, 1},
		{approach.LearnTotals, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, 1},
	} {
		var seen []approach.Training
		p := Parts{More: []Approach{{Name: "REC", Method: approach.Learning{Learner: recorder{seen: &seen}}}}}
		o := TrainOptions{Approach: "REC", Parts: p, Learn: c.learn, Folds: -1}
		m := train(t, ds, o)
		file := written(t, m)
		back, err := ReadModel(bytes.NewReader(file), "m", p)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Retrain(context.Background(), bytes.NewReader(file), "m",
			TrainOptions{Parts: p, Folds: -1})
		if err != nil {
			t.Fatal(err)
		}
		transduced(t, back, responsesOf(ds, 9))
		if len(seen) != 4 {
			t.Fatalf("%q: fitted %d times, expected 4", c.learn, len(seen))
		}
		want := approach.Training{}
		for _, i := range c.respondents {
			r := ds.Respondents[i]
			if c.learn == approach.LearnTotals {
				r.Scores = nil
			}
			want.Ratings = append(want.Ratings, r.Rating)
			want.Scores = append(want.Scores, r.Scores)
		}
		if c.learn == approach.LearnTotals {
			want.Scores = nil
		}
		for k, got := range seen {
			got.Responses = nil
			if d := cmp.Diff(want, got, cmpopts.EquateNaNs()); d != "" {
				t.Errorf("%q, fit %d (-want +got):\n%s", c.learn, k, d)
			}
		}
		info := m.Info()
		if found, _ := c.learn.On(ds); info.Learn != found || info.Dataset.Respondents != 9 ||
			info.Dataset.Unrated != len(c.respondents)-9 || len(info.Warnings) != c.warnings {
			t.Errorf("%q: %+v", c.learn, info)
		}
		if d := cmp.Diff(back.Info(), info); d != "" {
			t.Errorf("%q, read back (-want +got):\n%s", c.learn, d)
		}
		if d := cmp.Diff(again.Info().Dataset, info.Dataset); d != "" || again.Info().Learn != info.Learn {
			t.Errorf("%q, trained again (-want +got):\n%s", c.learn, d)
		}
	}
}

// The estimate of the error is by the rated respondents, each left out with all scores; those with
// scores alone are in every fit, as in the model's.
func TestLearnEstimate(t *testing.T) {
	ds := partlyGraded()
	var seen []approach.Training
	p := Parts{More: []Approach{{Name: "REC", Method: approach.Learning{Learner: recorder{seen: &seen}}}}}
	m := train(t, ds, TrainOptions{Approach: "REC", Parts: p, Workers: 1})
	if e := m.Info().Expected; e == nil || len(seen) != 10 {
		t.Fatalf("found the estimate %v by %d fits, expected one by 9 and the model's", e, len(seen))
	}
	for _, got := range seen[:9] {
		rated := slices.DeleteFunc(slices.Clone(got.Ratings), math.IsNaN)
		if len(rated) != 8 || len(got.Ratings) != 10 || len(got.Scores) != 10 {
			t.Errorf("fitted to %d ratings of %d and the scores of %d, expected 8 of 10 and 10",
				len(rated), len(got.Ratings), len(got.Scores))
		}
	}
}

// AUTO learns the same from a file as from the data set, and its mean ratings are of the rated.
func TestLearnPartly(t *testing.T) {
	ds := partlyGraded()
	m := train(t, ds, TrainOptions{})
	back := read(t, written(t, m))
	for _, r := range ds.Respondents {
		a, err := m.Predict(r.Responses)
		b, err2 := back.Predict(r.Responses)
		if err != nil || err2 != nil || a.Rating != b.Rating || a.Interval != b.Interval {
			t.Errorf("%v (%v) became %v (%v)", a, err, b, err2)
		}
		e, err := back.Explain(r.Responses)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range e.Questions {
			for _, n := range q.Neighbours {
				want, rated, all := 0.0, 0.0, 0
				for _, other := range ds.Respondents {
					j := slices.IndexFunc(ds.Questions, func(x datasets.Question) bool { return x.ID == q.ID })
					same := m.analyzer.Doc(other.Responses[j]).Clean == m.analyzer.Doc(n.Text).Clean
					if !same || !other.Rated() && !other.Scored() {
						continue
					}
					if all++; other.Rated() {
						want, rated = want+other.Rating, rated+1
					}
				}
				want /= rated
				if n.Respondents != all || !(math.Abs(n.MeanRating-want) < 1e-9 || math.IsNaN(want) &&
					math.IsNaN(n.MeanRating)) {
					t.Errorf("%q: %d respondents of mean %v, expected %d and %v", n.Text, n.Respondents,
						n.MeanRating, all, want)
				}
			}
		}
	}
}

// Other approaches learn from ratings alone.
func TestLearnOthers(t *testing.T) {
	ds := partlyGraded()
	for _, name := range []string{"BOW", "CBG"} {
		m := train(t, ds, TrainOptions{Approach: name, Regressor: regress.OLS{}, Folds: -1})
		info := m.Info()
		if n := len(m.training.Respondents); n != 9 || info.Learn != "" || info.Dataset.Unrated != 0 ||
			slices.ContainsFunc(m.training.Respondents, datasets.Respondent.Scored) {
			t.Errorf("%s: learned from %d respondents, %+v", name, n, info)
		}
		_, err := Train(context.Background(), ds, TrainOptions{Approach: name, Learn: approach.LearnGrades})
		if err == nil || !strings.Contains(err.Error(), name+", which learns from totals") {
			t.Errorf("%s from grades: %v", name, err)
		}
	}
	bare := civics(8, 3)
	for i := range bare.Respondents {
		bare.Respondents[i].Scores = nil
	}
	_, err := Train(context.Background(), bare, TrainOptions{Learn: approach.LearnGrades})
	if err == nil || !strings.Contains(err.Error(), "found no score of any answer") {
		t.Errorf("without scores: %v", err)
	}
}

// TestLearnHostile checks that scores in a file are not trusted.
func TestLearnHostile(t *testing.T) {
	file := linesOf(written(t, train(t, partlyGraded(), TrainOptions{Folds: -1})))
	for _, c := range []struct {
		line     int
		old, new string
		want     string
	}{
		{0, `"learn":"grades"`, `"learn":"totals"`, "found grades of answers and totals to learn from"},
		{0, `"learn":"grades"`, `"learn":"points"`, `the head says "points"`},
		{0, `"learn":"grades",`, ``, `the head says ""`},
		{0, `"unrated":2`, `"unrated":1`, "expected 10"},
		{0, `"respondents":9,"unrated":2`, `"respondents":8,"unrated":3`, "found 9 ratings"},
		{0, `"respondents":9,"unrated":2`, `"respondents":12,"unrated":-1`, "found 9 ratings"},
		{2, `"scores":[[`, `"scores":[[7,`, "found 11 scores, expected 10"},
		{2, `"scores":[[`, `"scores":[[0],[`, "found scores of 12 respondents, expected 11"},
		{2, `"ratings":[`, `"ratings":[null,`, "found 11 respondents and 12 ratings"},
	} {
		lines := slices.Clone(file)
		if !strings.Contains(lines[c.line], c.old) {
			t.Fatalf("no %s in %s", c.old, lines[c.line])
		}
		lines[c.line] = strings.Replace(lines[c.line], c.old, c.new, 1)
		_, err := ReadModel(bytes.NewReader(signed(lines)), "m", Parts{})
		if !errors.Is(err, ErrModelFile) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: found %v, expected %q", c.new, c.old, err, c.want)
		}
	}
	// Neither a rating nor a score, and a score out of range.
	for old, want := range map[string]string{`,null],"scores":`: "", `"scores":[[`: "found score 2"} {
		lines := slices.Clone(file)
		if want == "" {
			lines[2] = lines[2][:strings.LastIndex(lines[2], `,[`)] + ",null]}"
			want = "found rating NaN"
		} else {
			at := strings.Index(lines[2], old) + len(old)
			end := at + strings.IndexByte(lines[2][at:], ',')
			lines[2] = lines[2][:at] + "2" + lines[2][end:]
		}
		_, err := ReadModel(bytes.NewReader(signed(lines)), "m", Parts{})
		if !errors.Is(err, ErrModelFile) || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %q", err, want)
		}
	}
}
