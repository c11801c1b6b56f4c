package auto

import (
	"math"
	"slices"
	"testing"
)

// blanked are all respondents with their ratings and scores, with this score of questions without
// an answer.
func (x *exam) blanked(score float64) Training {
	t := x.withScores()
	t.Scores = nil
	for i, list := range x.scores {
		list = slices.Clone(list)
		for j, d := range x.responses[i] {
			if blank(d) {
				list[j] = score
			}
		}
		t.Scores = append(t.Scores, list)
	}
	return t
}

// Questions without an answer count as the model says, from ratings and from scores.
func TestBlank(t *testing.T) {
	x := civics(24).omit(.2, true)
	none := x.cache.Doc(" ")
	for _, c := range []struct {
		blank         Blank
		training      Training
		zero, skipped bool
	}{
		{BlankZero, x.all(), true, false},
		{BlankZero, x.blanked(.7), true, false},
		{BlankText, x.all(), false, false},
		{BlankText, x.blanked(0), false, false},
		{BlankIgnore, x.all(), false, true},
		{BlankAuto, x.all(), false, false},
		{BlankAuto, x.blanked(0), true, false},
		{BlankAuto, x.blanked(math.NaN()), true, false},
	} {
		f := fitTo(t, prepare(t, Model{Blank: c.blank}, x), c.training)
		if f.hyper.Zero != c.zero || (f.Unanswered() == 0) != c.skipped {
			t.Errorf("%q, scores %v: found that they are worth nothing: %v, and count %v",
				c.blank, c.training.Scores != nil, f.hyper.Zero, f.Unanswered())
		}
		r := slices.Clone(x.responses[5])
		for j := range r {
			if g := f.Grade(j, none); c.zero != (g == 0) {
				t.Errorf("%q: an empty answer to question %d has the grade %v", c.blank, j, g)
			}
			r[j] = x.responses[6][j]
			if blank(r[j]) {
				r[j] = x.cache.Doc("some answer")
			}
		}
		answered := f.Predict(r, .9).Rating
		r[0], r[1] = none, none
		rating := f.Predict(r, .9)
		checkNumbers(t, f, x)
		var mean, counted float64
		for j, g := range rating.Grades {
			count := 1.0
			if blank(r[j]) {
				count -= f.hyper.Skipped
			}
			mean, counted = mean+count*g, counted+count
		}
		if mean /= counted; math.Abs(f.rating(mean)+f.grades(r).added-f.atMode(f.grades(r))) > 1e-12 {
			t.Errorf("%q: the rating is not by the mean grade %v", c.blank, mean)
		}
		if c.zero && rating.Rating > answered {
			t.Errorf("%q: rating %v with two questions without an answer, %v with answers",
				c.blank, rating.Rating, answered)
		}
	}
}

// Where empty answers have scores, their grade is about the mean of these.
func TestBlankWithScores(t *testing.T) {
	x := civics(40).omit(.2, true)
	f := fitTo(t, prepare(t, Model{}, x), x.blanked(.5))
	if f.hyper.Zero {
		t.Fatal("they are worth nothing")
	}
	for j := range x.questions {
		if g := f.Grade(j, x.cache.Doc("")); math.Abs(g-.5) > .1 {
			t.Errorf("question %d: found the grade %v, expected about .5", j, g)
		}
	}
}

// An explanation adds up where empty answers are worth nothing, and its base is the mean
// prediction.
func TestExplainBlank(t *testing.T) {
	x := civics(40).omit(.3, true)
	f := fitTo(t, prepare(t, Model{Blank: BlankZero}, x), x.blanked(0))
	var mean float64
	for _, r := range x.responses {
		mean += f.Predict(r, .9).Rating / float64(len(x.responses))
	}
	for i, r := range x.responses {
		e := f.Explain(r)
		sum := e.Base + e.Whole
		for _, part := range e.Parts {
			sum += part.Effect
		}
		if math.Abs(sum-e.Rating) > 1e-12 || math.Abs(e.Base-mean) > 1e-4 {
			t.Fatalf("respondent %d: the parts add up to %v, expected %v; the base is %v, expected %v",
				i, sum, e.Rating, e.Base, mean)
		}
	}
}

// Intervals of fits with scores contain what they promise where questions were left out.
func TestCoverageOfBlanks(t *testing.T) {
	const train = 70
	x := civics(train+400).omit(.2, true)
	all := x.blanked(0)
	f := fitTo(t, prepare(t, fixed(), x),
		Training{all.Responses[:train], all.Ratings[:train], all.Scores[:train]})
	inside := 0
	for i := train; i < len(x.ratings); i++ {
		if contains(f, x.responses[i], x.ratings[i]) {
			inside++
		}
	}
	if share := float64(inside) / 400; share < .84 || share > .96 {
		t.Errorf("90%% intervals contain %.3f", share)
	}
}
