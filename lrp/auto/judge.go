package auto

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/parallel"
)

// A judge is another rater or system whose grades are a cue ([Model.Judges]). If a response has the
// grade s and the judge says j, the cue is
//
//	z(j) = [logit p(j) - logit ā] / judgeWeight,     p(j) = p̄ + r·(j - j̄),
//
// where p(j), which is kept from 0 and 1, is what s is expected to be. So with the prior weight
// judgeWeight the cue adds to the logit of s what follows from j, as if the judge's errors had
// nothing to do with those of the other cues. A response that the judge did not grade has the cue
// 0, which changes nothing.
//
// How reliable the judge is, r, is estimated without knowing any s. Let a be the grades by the
// prior and the other cues, with E[s|a] = a, and let E[j|s] be u + v·s whatever a is. Then
//
//	v = Cov(a, j)/Var(a),     r = v·Var(s)/Var(j),     Var(s) = min(ā·(1 - ā), Var(j)/v²),
//
// where moments are over the responses that the judge graded, and Var(s) is the largest one
// possible. A judge's usual reliability counts as well, r ~ N(judgeMean, judgeSD²), the more the
// less certain the estimate is; without a key there is nothing else. How high grades are is what
// the cues and the judge say on average: logit p̄ = (1 - l)·logit ā + l·logit j̄, with l = 1/2
// with a key, and 1 without.
type judge struct {
	Name  string  `json:"name"`
	Mean  float64 `json:"mean"`  // ā
	Base  float64 `json:"base"`  // p̄
	Level float64 `json:"level"` // j̄
	Slope float64 `json:"slope"` // r
	// Known is, by question, how many grades the judge had given when it was compared.
	Known []int `json:"known"`

	grades []map[string]float64 // by question and [Wording]
}

// Constants of judges.
const (
	judgeWeight = 4.0
	judgeSure   = 0.02
	judgeMean   = 0.6
	judgeSD     = 0.3
	judgePrefix = "judge " // of the names of cues
)

// value returns the cue for a response to question j.
func (x *judge) value(j int, d *text.Doc) float64 {
	grade, ok := x.grades[j][Wording(d.Raw)]
	if !ok {
		return 0
	}
	p := sure(x.Base + x.Slope*(grade-x.Level))
	return (logit(p) - logit(x.Mean)) / judgeWeight
}

// sure keeps a probability from 0 and 1.
func sure(p float64) float64 { return min(max(p, judgeSure), 1-judgeSure) }

func logit(p float64) float64 { return math.Log(p / (1 - p)) }

// cue returns the cue.
func (x *judge) cue(questions []*features.Question) cue {
	return cue{name: judgePrefix + x.Name, weight: judgeWeight,
		prepare: func(q *features.Question, _ []*text.Doc) comparison {
			j := slices.Index(questions, q)
			at := func(d *text.Doc) float64 { return x.value(j, d) }
			return comparison{whole: at, rest: at}
		}}
}

// openJudges returns the judges: those of a saved fit, and others by comparing them with cues.
func (m *Model) openJudges(questions []*features.Question, cues []cue, prior Prior) (list []*judge) {
	for _, x := range m.judges {
		list = append(list, x.open(questions))
	}
	for _, name := range m.Judges {
		if !slices.ContainsFunc(list, func(x *judge) bool { return x.Name == name }) {
			list = append(list, m.newJudge(name, questions, cues, prior.ordered(cues, m.transduced())))
		}
	}
	return list
}

// open reads the judge's grades: of the responses that it was compared on, and of others.
func (x judge) open(questions []*features.Question) *judge {
	for j, q := range questions {
		given := q.External[x.Name]
		n := min(x.Known[j], len(given.Grades))
		known, others := meanGrades(given, 0, n), meanGrades(given, n, len(given.Grades))
		maps.Copy(others, known)
		x.grades = append(x.grades, others)
	}
	return &x
}

// meanGrades returns the mean grade by [Wording] of those from first to end.
func meanGrades(given features.External, first, end int) map[string]float64 {
	means, times := map[string]float64{}, map[string]float64{}
	for k := first; k < end; k++ {
		w := Wording(given.Responses[k].Raw)
		times[w]++
		means[w] += (given.Grades[k] - means[w]) / times[w]
	}
	return means
}

// valid reports whether a judge that was saved can be one of so many questions.
func (x *judge) valid(questions int) bool {
	within := func(p float64) bool { return p >= judgeSure && p <= 1-judgeSure }
	return len(x.Known) == questions && slices.Min(x.Known) >= 0 && within(x.Mean) && within(x.Base) &&
		x.Level >= 0 && x.Level <= 1 && x.Slope >= 0
}

// newJudge compares a judge with the cues.
func (m *Model) newJudge(name string, questions []*features.Question, cues []cue, prior orderedPrior) *judge {
	x := judge{Name: name}
	expected := make([][]float64, len(questions)) // a, by question
	parallel.EachOf(len(questions), 1, func(j int) {
		q := questions[j]
		of := &question{keyed: len(q.Key) > 0, cues: prepared(cues, q, m.responsesTo(j))}
		grade := map[*text.Doc]float64{} // many give the same response
		for _, d := range q.External[name].Responses {
			if _, known := grade[d]; !known {
				t := &encodedText{doc: d}
				t.cues = of.cuesFor(t)
				grade[d] = sigmoid(prior.mean(of, t))
			}
			expected[j] = append(expected[j], grade[d])
		}
	})
	var a, grades []float64
	unkeyed := 0.0
	for j, q := range questions {
		x.Known = append(x.Known, len(expected[j]))
		a, grades = append(a, expected[j]...), append(grades, q.External[name].Grades...)
		if len(q.Key) == 0 {
			unkeyed += float64(len(expected[j]))
		}
	}
	opened := x.open(questions)
	distinct := 0
	for _, of := range opened.grades {
		distinct += len(of)
	}
	opened.compare(a, grades, distinct, unkeyed/max(1, float64(len(a))))
	return opened
}

// compare sets what follows from the grades by cues and by the judge, of so many distinct
// responses.
func (x *judge) compare(a, grades []float64, distinct int, unkeyed float64) {
	x.Mean, x.Base, x.Level, x.Slope = 0.5, 0.5, 0.5, judgeMean
	if distinct == 0 {
		return
	}
	var varA, varJ float64
	x.Mean, varA = stat.PopMeanVariance(a, nil)
	x.Level, varJ = stat.PopMeanVariance(grades, nil)
	x.Mean = sure(x.Mean)
	l := 0.5 + unkeyed/2
	x.Base = sigmoid((1-l)*logit(x.Mean) + l*logit(sure(x.Level)))
	if varA == 0 || varJ == 0 {
		return
	}
	v := stat.Covariance(a, grades, nil) / varA
	varS := min(x.Mean*(1-x.Mean), varJ/(v*v))
	precision, usual := float64(distinct)*varA*varJ/(varS*varS), 1/(judgeSD*judgeSD)
	x.Slope = max(0, (precision*v*varS/varJ+usual*judgeMean)/(precision+usual))
}
