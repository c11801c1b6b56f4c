package experiment

import (
	"context"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// Human is inter-rater agreement: how far the judges of a data set agree with one another, on
// ratings and on grades. It says how well people do what approaches are asked to do.
//
// A judge's own rating is the mean of the judge's grades, put through the affine map from the means
// of all judges' grades to the data set's ratings. The map is fitted by least squares. Ratings by
// sum and scale lie on it exactly. If a rating is off by more than 1e-9, if the slope is not
// positive, or if a judge left a response ungraded, VsRating and VsOthers are empty. A judge's
// rating is not clipped.
type Human struct {
	Judges int `json:"judges"`
	// Levels is the number of levels of the grading scale, to which grades are rounded for kappas.
	Levels int `json:"levels"`
	// VsRating has, for each judge, the judge's own rating as a prediction of the data set's, of
	// which it is a part. VsOthers has it as a prediction of the rating by the mean of the other
	// judges' grades. Both are over the test parts of the trials, so that they compare with the
	// results of approaches.
	VsRating []JudgeResult `json:"vs_rating,omitempty"`
	VsOthers []JudgeResult `json:"vs_others,omitempty"`
	// Grades is each judge's agreement with the others as the mean over questions. As nothing is
	// fitted, all respondents count.
	Grades JudgeAgreement `json:"grades"`
	// Questions is the agreement on each question.
	Questions []QuestionAgreement `json:"questions"`
	// TrueScores says what the judges' own ratings tell about the ratings without judges' errors;
	// nil if no respondent has own ratings by two judges. [Result].PRMSE builds on them.
	TrueScores *TrueScores `json:"true_scores,omitempty"`
}

// JudgeResult compares one judge's own ratings with others, over all trials.
type JudgeResult struct {
	Judge    int     `json:"judge"`     // from 1
	RMSEMean float64 `json:"rmse_mean"` // mean of RMSE
	RMSESD   float64 `json:"rmse_sd"`   // its standard deviation (n-1)
	Means
	RMSE []float64 `json:"rmse_by_trial,omitempty"` // of each trial
}

// Result returns the judge's result in the form of an approach's; what only approaches have is
// undefined.
func (r JudgeResult) Result() *Result {
	nan := math.NaN()
	return &Result{RMSEMean: r.RMSEMean, RMSESD: r.RMSESD, RMSECI95: [2]float64{nan, nan},
		Means: r.Means, ColumnsMean: nan, RMSE: r.RMSE, RMSEPooled: nan}
}

// MeanJudge is the mean of judges' results, trial by trial: what to expect of any one of them.
func MeanJudge(judges []JudgeResult) JudgeResult {
	var one JudgeResult
	var list []Means
	n := float64(len(judges))
	for k, j := range judges {
		if k == 0 {
			one.RMSE = make([]float64, len(j.RMSE))
		}
		for i := range min(len(one.RMSE), len(j.RMSE)) {
			one.RMSE[i] += j.RMSE[i] / n
		}
		one.RMSEMean += j.RMSEMean
		list = append(list, j.Means)
	}
	one.RMSEMean /= n
	_, one.RMSESD = stats.MeanSD(one.RMSE)
	one.Means = meanFields(list)
	return one
}

// JudgeAgreement has the agreement of each judge with all, and with the others.
type JudgeAgreement struct {
	// VsPanel is with the mean of all judges, or the majority for accuracy; VsOthers is with the
	// mean of the others.
	VsPanel  []Agreement `json:"vs_panel"`
	VsOthers []Agreement `json:"vs_others"`
	// Reliability is the mean over questions too; nil in old documents.
	Reliability *Reliability `json:"reliability,omitempty"`
}

// Reliability is the agreement of all judges with one another, on grades from 0 to 1 that are not
// rounded. Undefined values are NaN here and null in JSON.
type Reliability struct {
	Alpha float64 `json:"krippendorff_alpha"` // see [stats.Krippendorff]
	// ICC and ICCMean are of one judge's grades and of the mean of all judges' grades; see
	// [stats.ICC]. Only responses that all judges graded count.
	ICC     float64 `json:"icc"`
	ICCMean float64 `json:"icc_mean"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Reliability) UnmarshalJSON(data []byte) error {
	type plain Reliability
	return nullable.Unmarshal(data, (*plain)(r))
}

// QuestionAgreement is the judges' agreement on one question.
type QuestionAgreement struct {
	ID string `json:"id"` // of the question
	JudgeAgreement
}

// compare fills in how judges compare and intervals over respondents.
func (r *DatasetReport) compare(
	ctx context.Context, o Options, n int, test func(i int) []int,
) error {
	if err := r.bootstrap(ctx, o); err != nil {
		return err
	}
	return r.compareJudges(ctx, o, n, test)
}

// compareJudges sets r.Human if the data set tells at least two judges apart: every graded response
// has a grade, or NaN, from each. The function returns one of n test parts.
func (r *DatasetReport) compareJudges(
	ctx context.Context, o Options, n int, test func(i int) []int,
) error {
	judges := judgesOf(r.Data)
	if judges < 2 {
		return nil
	}
	h := &Human{Judges: judges, Levels: gradeLevels(r.Data)}
	h.compareGrades(r.Data)
	r.Human = h
	own, others := judgeRatings(r.Data, judges, r.Ratings)
	h.TrueScores = r.measureTrueScores(own)
	if own == nil || slices.ContainsFunc(own, func(y []float64) bool {
		return slices.ContainsFunc(y, math.IsNaN)
	}) {
		return nil
	}
	vsRating, vsOthers := make([][]outcome, n), make([][]outcome, n)
	err := parallel.Do(ctx, o.Workers, n, func(i int) error {
		part := test(i)
		ratings := numbers.At(r.Ratings, part)
		for j := range judges {
			predicted := numbers.At(own[j], part)
			byOthers := numbers.At(others[j], part)
			vsRating[i] = append(vsRating[i], outcome{Score: newScore(predicted, ratings)})
			vsOthers[i] = append(vsOthers[i], outcome{Score: newScore(predicted, byOthers)})
		}
		return nil
	}, nil)
	if err != nil {
		return err
	}
	for j := range judges {
		h.VsRating = append(h.VsRating, judgeResult(j, column(vsRating, j)))
		h.VsOthers = append(h.VsOthers, judgeResult(j, column(vsOthers, j)))
	}
	return nil
}

func judgeResult(judge int, trials []outcome) JudgeResult {
	s := summarise(trials, 0, 0)
	return JudgeResult{judge + 1, s.RMSEMean, s.RMSESD, s.Means, s.RMSE}
}

// judgesOf is the number of judges that a data set tells apart, 0 if it does not.
func judgesOf(ds *datasets.Dataset) int {
	judges := 0
	for _, r := range ds.Respondents {
		if len(r.Judgements) != len(ds.Questions) {
			return 0
		}
		for _, grades := range r.Judgements {
			switch {
			case len(grades) == 0: // nobody graded it
			case judges == 0:
				judges = len(grades)
			case judges != len(grades):
				return 0
			}
		}
	}
	return judges
}

// meanGrade is the mean of the grades by the judges that count, NaN if none of them gave one.
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
	perJudge := make([]JudgeAgreement, h.Judges) // by question
	var reliable []Reliability
	for q, question := range ds.Questions {
		grades := func(counts func(int) bool) []float64 {
			g := make([]float64, len(ds.Respondents))
			for i, r := range ds.Respondents {
				g[i] = meanGrade(r.Judgements[q], counts)
			}
			return g
		}
		panel := grades(anyJudge)
		a := QuestionAgreement{ID: question.ID}
		var units [][]float64
		for _, r := range ds.Respondents {
			units = append(units, r.Judgements[q])
		}
		of := Reliability{Alpha: stats.Krippendorff(units)}
		of.ICC, of.ICCMean = stats.ICC(units)
		a.Reliability, reliable = &of, append(reliable, of)
		for j := range h.Judges {
			own := grades(only(j))
			vsPanel := newAgreement(own, panel, h.Levels)
			vsOthers := newAgreement(own, grades(without(j)), h.Levels)
			a.VsPanel, a.VsOthers = append(a.VsPanel, vsPanel), append(a.VsOthers, vsOthers)
			perJudge[j].VsPanel = append(perJudge[j].VsPanel, vsPanel)
			perJudge[j].VsOthers = append(perJudge[j].VsOthers, vsOthers)
		}
		h.Questions = append(h.Questions, a)
	}
	mean := meanFields(reliable)
	h.Grades.Reliability = &mean
	for _, judge := range perJudge {
		h.Grades.VsPanel = append(h.Grades.VsPanel, MeanAgreement(judge.VsPanel))
		h.Grades.VsOthers = append(h.Grades.VsOthers, MeanAgreement(judge.VsOthers))
	}
}

// ratingTolerance is how far a rating may be off the affine map of the judges' mean grades.
const ratingTolerance = 1e-9

// judgeRatings returns each judge's own ratings and those by the other judges, or nil if ratings
// are not the judges' mean grades on another scale; see [Human]. They are NaN where a judge left a
// response ungraded.
func judgeRatings(ds *datasets.Dataset, judges int, ratings []float64) (own, others [][]float64) {
	means := func(counts func(int) bool) []float64 {
		m := make([]float64, len(ds.Respondents))
		for i, r := range ds.Respondents {
			for _, grades := range r.Judgements {
				m[i] += meanGrade(grades, counts)
			}
			m[i] /= float64(len(r.Judgements))
		}
		return m
	}
	var x, y []float64
	for i, m := range means(anyJudge) {
		if !math.IsNaN(m) {
			x, y = append(x, m), append(y, ratings[i])
		}
	}
	scale, ok := affineMap(x, y)
	if !ok {
		return nil, nil
	}
	for j := range judges {
		own = append(own, scale(means(only(j))))
		others = append(others, scale(means(without(j))))
	}
	return own, others
}

// affineMap returns the rising affine map from x to y, and whether all of y lies on it.
func affineMap(x, y []float64) (scale func([]float64) []float64, ok bool) {
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
		return numbers.Map(values, func(v float64) float64 { return my + slope*(v-mx) })
	}
	for i, v := range scale(x) {
		if !(math.Abs(v-y[i]) <= ratingTolerance) {
			return nil, false
		}
	}
	return scale, true
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *JudgeResult) UnmarshalJSON(data []byte) error {
	type plain JudgeResult
	return nullable.Unmarshal(data, (*plain)(r))
}
