package lrp

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/stats"
)

// Human is how well people do what the approaches are asked to do: how far the judges of a data
// set agree with one another, on ratings and on grades.
//
// A judge's own rating is the mean of that judge's grades put through the affine map that makes the
// data set's ratings of the mean of all judges' grades. The map is that of least squares; as
// ratings by sum and scale lie on it exactly, nothing is said of ratings where one is off
// by more than 1e-9, where the slope is not positive, or where a judge left an answer ungraded: VsRating and VsOthers
// are then empty. A judge's rating is not clipped.
type Human struct {
	Judges int `json:"judges"`
	// Levels is the number of levels to which grades are brought for the kappas, see [GradeLevels].
	Levels int `json:"levels"`
	// VsRating holds, for each judge, that judge's own rating as a prediction of the data set's, which
	// is in part its own; VsOthers, as a prediction of the rating by the mean of the other judges' grades. Both
	// are over the test parts of the trials, so that they stand beside an approach's results.
	VsRating []JudgeResult `json:"vs_rating,omitempty"`
	VsOthers []JudgeResult `json:"vs_others,omitempty"`
	// Grades is each judge's agreement with the mean of all judges (for accuracy the majority), and with the
	// mean of the others, as the mean over questions. As nothing is learned from some to be
	// tried on others, all respondents count.
	Grades JudgeAgreement `json:"grades"`
	// Questions is the same for each question.
	Questions []QuestionAgreement `json:"questions"`
}

// JudgeResult is how one judge's own ratings meet others, over all trials; see [Result].
type JudgeResult struct {
	Judge                                  int       // from 1
	RMSEMean, RMSESD, MAEMean, PearsonMean float64   // as in [Result]
	RMSE                                   []float64 // of each trial
}

// JudgeAgreement lists the agreement of each judge with all, and with the others.
type JudgeAgreement struct {
	VsPanel  []Agreement `json:"vs_panel"`  // with the mean of all judges, for accuracy the majority
	VsOthers []Agreement `json:"vs_others"` // with the mean of the others
}

// QuestionAgreement is the judges' agreement on one question.
type QuestionAgreement struct {
	ID string `json:"id"` // the question's
	JudgeAgreement
}

// Agreement compares grades with grades; what is not defined is NaN here and null in JSON.
type Agreement struct {
	Accuracy float64 // see [stats.Accuracy]
	Kappa    float64 // see [stats.QuadraticKappa]
	Pearson  float64 // see [stats.Pearson]
}

// NewAgreement compares predicted with actual grades, those for one question; pairs with a NaN are skipped.
// For the kappa they are brought to the given number of levels.
func NewAgreement(predicted, actual []float64, levels int) Agreement {
	return Agreement{
		Accuracy: stats.Accuracy(predicted, actual),
		Kappa:    stats.QuadraticKappa(predicted, actual, levels),
		Pearson:  stats.Pearson(predicted, actual),
	}
}

// MeanAgreement is the mean of each measure over those of the list, such as an exam's questions, that define it.
func MeanAgreement(list []Agreement) Agreement {
	mean := func(of func(Agreement) float64) float64 {
		var values []float64
		for _, a := range list {
			if x := of(a); defined(x) {
				values = append(values, x)
			}
		}
		m, _ := stats.MeanSD(values)
		return m
	}
	return Agreement{
		Accuracy: mean(func(a Agreement) float64 { return a.Accuracy }),
		Kappa:    mean(func(a Agreement) float64 { return a.Kappa }),
		Pearson:  mean(func(a Agreement) float64 { return a.Pearson }),
	}
}

// mostLevels bounds the grading scales that [GradeLevels] recognises.
const mostLevels = 21

// GradeLevels is the number of levels of the scale that a data set was graded on: the smallest k of at least 2, at
// most 21, for which every judge's grade is a multiple of 1/(k-1); 11 where there is no such k. Where the data does not
// tell the judges apart, the scores count.
func GradeLevels(ds *datasets.Dataset) int {
	var grades []float64
	for _, r := range ds.Respondents {
		for _, js := range r.Judgements {
			grades = append(grades, js...)
		}
	}
	if len(grades) == 0 {
		for _, r := range ds.Respondents {
			grades = append(grades, r.Scores...)
		}
	}
	for k := 2; k <= mostLevels; k++ {
		off := func(g float64) bool {
			x := g * float64(k-1)
			return math.Abs(x-math.Round(x)) > 1e-6
		}
		if !slices.ContainsFunc(grades, off) {
			return k
		}
	}
	return 11
}

// CompareJudges sets r.Human, with the test part of trial i as test returns it, where the data set tells at least two judges
// apart: every answer that was judged has a grade, or NaN, from each. Where it does not, nothing is done. The
// ratings are r's.
func (r *DatasetReport) CompareJudges(ctx context.Context, o Options, ds *datasets.Dataset, test func(i int) []int) error {
	judges := judgesOf(ds)
	if judges < 2 {
		return nil
	}
	h := &Human{Judges: judges, Levels: GradeLevels(ds)}
	h.compareGrades(ds)
	if own, others := judgeRatings(ds, judges, r.Ratings); own != nil {
		trials := make([][]Outcome, o.Trials)
		err := parallel(ctx, o.Workers, o.Trials, func(i int) error {
			part := test(i)
			for j := range judges {
				predicted := take(own[j], part)
				trials[i] = append(trials[i], Outcome{Score: NewScore(predicted, take(r.Ratings, part))},
					Outcome{Score: NewScore(predicted, take(others[j], part))})
			}
			return nil
		}, nil)
		if err != nil {
			return err
		}
		for j := range judges {
			h.VsRating = append(h.VsRating, judgeResult(j, trials, 2*j))
			h.VsOthers = append(h.VsOthers, judgeResult(j, trials, 2*j+1))
		}
	}
	r.Human = h
	return nil
}

// judgeResult makes a result of outcome k of every trial.
func judgeResult(judge int, trials [][]Outcome, k int) JudgeResult {
	of := make([]Outcome, len(trials))
	for i, t := range trials {
		of[i] = t[k]
	}
	s := summarise(of, 0, 0)
	return JudgeResult{judge + 1, s.RMSEMean, s.RMSESD, s.MAEMean, s.PearsonMean, s.RMSE}
}

// OneJudge is the mean of judges' results, trial by trial: what to expect of any one of them.
func OneJudge(judges []JudgeResult) JudgeResult {
	var one JudgeResult
	n := float64(len(judges))
	for _, j := range judges {
		if one.RMSE == nil {
			one.RMSE = make([]float64, len(j.RMSE))
		}
		for i := range min(len(one.RMSE), len(j.RMSE)) {
			one.RMSE[i] += j.RMSE[i] / n
		}
		one.RMSEMean += j.RMSEMean / n
		one.MAEMean += j.MAEMean / n
		one.PearsonMean += j.PearsonMean / n
	}
	_, one.RMSESD = stats.MeanSD(one.RMSE)
	return one
}

// judgesOf is the number of judges that a data set tells apart, 0 where it does not.
func judgesOf(ds *datasets.Dataset) int {
	judges := 0
	for _, r := range ds.Respondents {
		if len(r.Judgements) != len(ds.Questions) {
			return 0
		}
		for _, js := range r.Judgements {
			switch {
			case len(js) == 0: // nobody graded it
			case judges == 0:
				judges = len(js)
			case judges != len(js):
				return 0
			}
		}
	}
	return judges
}

// meanGrade is the mean of the grades given by the judges that count, NaN where none of them gave one.
func meanGrade(grades []float64, counts func(judge int) bool) float64 {
	sum, n := 0.0, 0.0
	for j, g := range grades {
		if counts(j) && !math.IsNaN(g) {
			sum += g
			n++
		}
	}
	return sum / n
}

func anyJudge(int) bool { return true }

func only(judge int) func(int) bool { return func(j int) bool { return j == judge } }

func without(judge int) func(int) bool { return func(j int) bool { return j != judge } }

// compareGrades fills in the agreement on grades.
func (h *Human) compareGrades(ds *datasets.Dataset) {
	perJudge := make([]JudgeAgreement, h.Judges) // over questions
	for q, question := range ds.Questions {
		grades := func(counts func(int) bool) []float64 {
			g := make([]float64, len(ds.Respondents))
			for i, r := range ds.Respondents {
				g[i] = meanGrade(r.Judgements[q], counts)
			}
			return g
		}
		panel := grades(anyJudge)
		of := QuestionAgreement{ID: question.ID}
		for j := range h.Judges {
			own := grades(only(j))
			vsPanel, vsOthers := NewAgreement(own, panel, h.Levels), NewAgreement(own, grades(without(j)), h.Levels)
			of.VsPanel, of.VsOthers = append(of.VsPanel, vsPanel), append(of.VsOthers, vsOthers)
			perJudge[j].VsPanel = append(perJudge[j].VsPanel, vsPanel)
			perJudge[j].VsOthers = append(perJudge[j].VsOthers, vsOthers)
		}
		h.Questions = append(h.Questions, of)
	}
	for _, judge := range perJudge {
		h.Grades.VsPanel = append(h.Grades.VsPanel, MeanAgreement(judge.VsPanel))
		h.Grades.VsOthers = append(h.Grades.VsOthers, MeanAgreement(judge.VsOthers))
	}
}

// ratingTolerance is how far a rating may be off the affine map of the judges' mean grades.
const ratingTolerance = 1e-9

// judgeRatings returns each judge's own ratings and those by the other judges, or nil where ratings are not
// the judges' mean grades on another scale; see [Human].
func judgeRatings(ds *datasets.Dataset, judges int, ratings []float64) (own, others [][]float64) {
	means := func(counts func(int) bool) []float64 {
		m := make([]float64, len(ds.Respondents))
		for i, r := range ds.Respondents {
			for _, js := range r.Judgements {
				m[i] += meanGrade(js, counts)
			}
			m[i] /= float64(len(r.Judgements))
		}
		return m
	}
	for _, r := range ds.Respondents {
		for _, js := range r.Judgements {
			if len(js) != judges || slices.ContainsFunc(js, math.IsNaN) {
				return nil, nil
			}
		}
	}
	scale, ok := affine(means(anyJudge), ratings)
	if !ok {
		return nil, nil
	}
	for j := range judges {
		own = append(own, scale(means(only(j))))
		others = append(others, scale(means(without(j))))
	}
	return own, others
}

// affine returns the rising affine map from x to y, and whether all of y is on it.
func affine(x, y []float64) (scale func([]float64) []float64, ok bool) {
	mx, _ := stats.MeanSD(x)
	my, _ := stats.MeanSD(y)
	var xx, xy float64
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		xy += (x[i] - mx) * (y[i] - my)
	}
	slope := xy / xx
	if !(slope > 0) || math.IsInf(slope, 0) {
		return nil, false
	}
	scale = func(values []float64) []float64 {
		scaled := make([]float64, len(values))
		for i, v := range values {
			scaled[i] = my + slope*(v-mx)
		}
		return scaled
	}
	for i, v := range scale(x) {
		if !(math.Abs(v-y[i]) <= ratingTolerance) {
			return nil, false
		}
	}
	return scale, true
}

type judgeResultJSON struct {
	Judge       int       `json:"judge"`
	RMSEMean    number    `json:"rmse_mean"`
	RMSESD      number    `json:"rmse_sd"`
	MAEMean     number    `json:"mae_mean"`
	PearsonMean number    `json:"pearson_mean"`
	RMSE        []float64 `json:"rmse_by_trial,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (r JudgeResult) MarshalJSON() ([]byte, error) {
	return json.Marshal(judgeResultJSON{r.Judge, number(r.RMSEMean), number(r.RMSESD), number(r.MAEMean), number(r.PearsonMean), r.RMSE})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *JudgeResult) UnmarshalJSON(data []byte) error {
	j := judgeResultJSON{RMSEMean: undefined, RMSESD: undefined, MAEMean: undefined, PearsonMean: undefined}
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*r = JudgeResult{j.Judge, float64(j.RMSEMean), float64(j.RMSESD), float64(j.MAEMean), float64(j.PearsonMean), j.RMSE}
	return nil
}

type agreementJSON struct {
	Accuracy number `json:"accuracy"`
	Kappa    number `json:"kappa"`
	Pearson  number `json:"pearson"`
}

// MarshalJSON implements [json.Marshaler].
func (a Agreement) MarshalJSON() ([]byte, error) {
	return json.Marshal(agreementJSON{number(a.Accuracy), number(a.Kappa), number(a.Pearson)})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (a *Agreement) UnmarshalJSON(data []byte) error {
	j := agreementJSON{undefined, undefined, undefined}
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*a = Agreement{float64(j.Accuracy), float64(j.Kappa), float64(j.Pearson)}
	return nil
}
