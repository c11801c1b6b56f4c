package auto

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features"
)

// TestCompareJudge draws what the judge's definition assumes, and compares the estimate, which does
// not see the scores s, with the regression of these on the judge's grades.
func TestCompareJudge(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, noise := range []float64{0.1, 0.3, 0.9, 5} {
		var a, s, grades []float64
		for range 40_000 {
			a = append(a, sigmoid(2*rng.NormFloat64()))
			s = append(s, 0)
			if k := len(s) - 1; rng.Float64() < a[k] {
				s[k] = 1
			}
			grades = append(grades, 0.1+0.7*s[len(s)-1]+noise*rng.NormFloat64())
		}
		var x judge
		x.compare(a, grades, len(a), 0)
		_, slope := stat.LinearRegression(grades, s, nil, false)
		if math.Abs(x.Slope-slope) > 0.03*max(1, slope) {
			t.Errorf("noise %v: found slope %v, want %v", noise, x.Slope, slope)
		}
		if mean := stat.Mean(s, nil); math.Abs(x.Mean-mean) > 0.01 || math.Abs(x.Level-stat.Mean(grades, nil)) > 1e-9 {
			t.Errorf("noise %v: found means %v and %v, want %v", noise, x.Mean, x.Level, mean)
		}
	}
	for name, of := range map[string]func(x *judge){
		"nothing":       func(x *judge) { x.compare(nil, nil, 0, 0) },
		"without a key": func(x *judge) { x.compare([]float64{.7, .7}, []float64{.2, .6}, 2, 1) },
	} {
		var x judge
		if of(&x); x.Slope != judgeMean || math.Abs(x.Base-max(x.Level, 0.4)) > 0.1+1e-9 {
			t.Errorf("%s: found %+v", name, x)
		}
	}
}

// judgeOf gives each response to the first question the grade of its score, as a judge would.
func (x *exam) judgeOf(n int) {
	q := x.questions[0]
	var of features.External
	for i, r := range x.responses[:n] {
		of.Responses, of.Grades = append(of.Responses, r[0]), append(of.Grades, x.scores[i][0])
	}
	q.External = map[string]features.External{"J": of}
}

// With nobody rated, a response that a judge graded has a grade nearer to the judge's, and others
// are predicted as without the judge.
func TestJudgedResponses(t *testing.T) {
	x := newExam(synthetic(80), true)
	without := fit(t, prepare(t, Model{}, x), x, 0)
	x.judgeOf(40)
	with := fit(t, prepare(t, Model{Judges: []string{"J"}}, x), x, 0)
	up, down := 0, 0
	for i, r := range x.responses {
		known := false
		for _, d := range x.questions[0].External["J"].Responses {
			known = known || Wording(d.Raw) == Wording(r[0].Raw)
		}
		before, after := without.Grade(0, r[0]), with.Grade(0, r[0])
		switch {
		case !known && math.Abs(after-before) > 0.01:
			t.Errorf("%q, which nobody graded: %v became %v", r[0].Raw, before, after)
		case known && x.scores[i][0] > 0.6 && after > before:
			up++
		case known && x.scores[i][0] < 0.4 && after < before:
			down++
		}
		if math.Abs(without.Grade(1, r[1])-with.Grade(1, r[1])) > 0.01 {
			t.Errorf("%q to a question that nobody graded changed", r[1].Raw)
		}
	}
	if up < 5 || down < 5 {
		t.Errorf("%d grades rose and %d fell", up, down)
	}
}

// A saved fit knows its judges: it is the same when restored, and takes further grades.
func TestRestoreJudges(t *testing.T) {
	x := newExam(synthetic(40), true)
	x.judgeOf(40)
	f := fit(t, prepare(t, Model{Judges: []string{"J"}}, x), x, 40)
	saved, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	back, err := (Model{}).Restore(x.questions, x.totals(0, 40), saved)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range x.responses {
		if a, b := f.Predict(r, .9), back.Predict(r, .9); a.Rating != b.Rating || a.Low != b.Low {
			t.Fatalf("found %v, want %v", b, a)
		}
	}
	good, bad := x.cache.Doc("a new answer"), x.cache.Doc("an odd answer")
	old := x.questions[0].External["J"]
	more := maps.Clone(x.questions[0].External)
	first := 1 - old.Grades[0] // of a response that the fit knows already
	more["J"] = features.External{Responses: append(old.Responses[:40:40], good, bad, old.Responses[0]),
		Grades: append(old.Grades[:40:40], 1, 0, first)}
	x.questions[0].External = more
	further, err := (Model{}).Restore(x.questions, x.totals(0, 40), saved)
	if err != nil {
		t.Fatal(err)
	}
	if up, down := further.Grade(0, good)-back.Grade(0, good), further.Grade(0, bad)-back.Grade(0, bad); up <= 0 || down >= 0 {
		t.Errorf("grades changed by %v and %v", up, down)
	}
	if d := old.Responses[0]; further.Grade(0, d) != back.Grade(0, d) {
		t.Error("a response that the fit has learned from changed")
	}
	for name, change := range map[string][2]string{
		"mean":  {`"mean":0.`, `"mean":7.`},
		"known": {`"known":[40,`, `"known":[-1,`},
		"none":  {`"known":[40,0,`, `"known":[40,`},
	} {
		damaged := strings.Replace(string(saved), change[0], change[1], 1)
		if _, err := (Model{}).Restore(x.questions, x.totals(0, 40), []byte(damaged)); damaged == string(saved) || !errors.Is(err, errState) {
			t.Errorf("%s: found %v", name, err)
		}
	}
}
