package grade

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// newResult returns a result without rows that knows the units.
func newResult(ds *datasets.Dataset, scale datasets.Scale, points []float64) *Result {
	r := &Result{Data: ds, Scale: scale}
	r.choosePoints(points)
	return r
}

// result turns what was predicted into rows in the user's units, and says how far to trust them.
func (d *data) result(
	f approach.FittedLearner, t *experiment.Trust, predicted []approach.Prediction, o Options,
) *Result {
	r := newResult(d.Dataset, d.Scale, d.Points)
	r.partial = d.partial()
	r.transductive = o.Transductive
	r.skipped = 1 - f.Unanswered()
	nan := math.NaN()
	for _, p := range d.Respondents {
		r.Rows = append(r.Rows,
			Row{ID: p.ID, Given: r.Scale.Value(p.Rating), Rating: nan, Low: nan, High: nan})
	}
	for _, p := range t.Predictions {
		r.Rows[p.Respondent].set(r.Scale, approach.Prediction{Rating: p.Rating, Interval: p.Interval})
	}
	for k, i := range d.unrated {
		r.Rows[i].set(r.Scale, predicted[k])
		r.Rows[i].Points = r.suggest(r.Rows[i].Rating, predicted[k].Grades, d.kept(i),
			d.Respondents[i].Responses)
	}
	r.rank(d.unrated, len(d.rated))
	r.Trust = r.trust(t, d)
	r.off = r.Trust.MAE
	r.Notes = append(d.languageNotes(), d.learnNotes(r.partial)...)
	r.Warnings = slices.Concat(d.Warnings, d.analyzer.Warnings, o.auto().DataWarnings(d.Dataset))
	if o.Transductive {
		r.Notes = append(r.Notes, "transductive: predictions depend on the texts of all respondents "+
			"in the data, those to be rated included")
		if w := approach.TransductiveWarning(len(d.Respondents)); w != "" {
			r.Warnings = append(r.Warnings, w)
		}
	}
	r.Notes = append(r.Notes, f.Notes()...)
	for _, w := range f.Warnings() {
		r.Warnings = append(r.Warnings, w.Error())
	}
	r.Warnings = append(r.Warnings, r.Trust.warnings(r)...)
	return r
}

// set sets what is predicted.
func (r *Row) set(s datasets.Scale, p approach.Prediction) {
	p = p.Scaled(s)
	r.Rating = p.Rating
	r.Low = p.Interval[0]
	r.High = p.Interval[1]
}

// minRanges is the number of ratings from which intervals mean anything.
const minRanges = 3

// rank numbers the unrated rows by the width of their intervals, the widest first. Rows of equal
// width keep their order. It then removes the intervals of all rows if few ratings were learned
// from.
func (r *Result) rank(unrated []int, rated int) {
	sorted := slices.Clone(unrated)
	slices.SortStableFunc(sorted, func(a, b int) int {
		return cmp.Compare(r.Rows[b].High-r.Rows[b].Low, r.Rows[a].High-r.Rows[a].Low)
	})
	for k, i := range sorted {
		r.Rows[i].First = k + 1
	}
	for i := range r.Rows {
		if rated < minRanges {
			r.Rows[i].Low, r.Rows[i].High = math.NaN(), math.NaN()
		}
	}
}

// step returns the largest of 1, 0.5 and 0.25 that all given ratings are multiples of, or 0 if
// there is none, or fewer than three ratings to tell.
func (r *Result) step() float64 {
	given, steps := 0, []float64{1, 0.5, 0.25}
	for _, row := range r.Rows {
		if row.Rated() {
			given++
			steps = slices.DeleteFunc(steps, func(step float64) bool {
				n := (row.Given - r.Scale.Value(0)) / step
				return !(math.Abs(n-math.Round(n)) < 1e-6)
			})
		}
	}
	if r.Scale.Unit() || given < 3 || len(steps) == 0 {
		return 0
	}
	return steps[0]
}

// decimalsFor is how many decimals of ratings are worth writing if they are off by about so much in
// the user's units, 0 if that is unknown.
func decimalsFor(s datasets.Scale, off float64) int {
	if !(off > 0) {
		off = s.Span() / 20
	}
	return int(min(max(1-math.Floor(math.Log10(4*off)), 0), 3))
}

// Decimals returns how many decimals of ratings are worth writing.
func (r *Result) Decimals() int { return decimalsFor(r.Scale, r.off) }

// Round rounds a rating to the decimals that are worth writing.
func (r *Result) Round(v float64) float64 {
	factor := math.Pow(10, float64(r.Decimals()))
	return r.within(math.Round(v*factor)/factor + 0) // never -0
}

// within returns the number of the scale that is closest to v.
func (r *Result) within(v float64) float64 {
	a, b := r.Scale.Value(0), r.Scale.Value(1)
	return min(max(v, min(a, b)), max(a, b))
}

// Format formats a rating for reading, "?" if it is unknown.
func (r *Result) Format(v float64) string {
	if math.IsNaN(v) {
		return "?"
	}
	return fmt.Sprintf("%.*f", r.Decimals(), r.Round(v))
}

// Range formats the interval of a row, "" if there is none.
func (r *Result) Range(row *Row) string {
	if math.IsNaN(row.Low) || math.IsNaN(row.High) {
		return ""
	}
	return r.Format(row.Low) + " to " + r.Format(row.High)
}

// formatError formats an error or a difference of ratings.
func (r *Result) formatError(v float64) string {
	if v >= 10 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.*f", max(1, r.Decimals()), v)
}

// outOf describes the units of ratings, such as " of 20".
func (r *Result) outOf() string {
	switch s := r.Scale; {
	case s.Unit():
		return " on the scale from 0 to 1"
	case s.Zero == 0:
		return fmt.Sprintf(" of %.6g points", s.Full)
	default:
		return fmt.Sprintf(" on the scale from %.6g to %.6g", s.Zero, s.Full)
	}
}

// Predicted returns the result for respondents whom a model has rated: list[i] is the prediction
// for ds.Respondents[i], from 0 to 1. Such a result has neither given ratings, notes on them nor
// trust.
func Predicted(ds *datasets.Dataset, m *lrp.Model, list []lrp.Prediction) *Result {
	info := m.Info()
	r := newResult(ds, m.Scale(), info.Dataset.Points)
	r.model = true
	r.skipped = 1 - m.Unanswered()
	r.Notes = m.Notes()
	r.Warnings = ds.Warnings
	if info.Expected != nil {
		r.off = info.Expected.MAE * r.Scale.Span()
	}
	all := make([]int, len(list))
	for i, p := range list {
		row := Row{ID: ds.Respondents[i].ID, Given: math.NaN()}
		row.set(r.Scale, p)
		row.Points = r.suggest(row.Rating, p.Grades, nil, ds.Respondents[i].Responses)
		r.Rows = append(r.Rows, row)
		all[i] = i
	}
	r.rank(all, info.Dataset.Respondents)
	return r
}

// choosePoints decides what suggestions are out of, given the points of the questions, if known.
func (r *Result) choosePoints(points []float64) {
	questions, share := len(r.Data.Questions), 1.0
	low := r.Scale.Full < r.Scale.Zero // the best rating, which no points add up to
	if r.Points = points; len(points) == questions && !low {
		return
	}
	if r.equalShares = true; !r.gradesOnly() {
		share = r.Scale.Full / float64(questions) // which is from 0
	}
	r.Points = slices.Repeat([]float64{share}, questions)
}

// gradesOnly reports whether suggestions are grades from 0 to 1, whose mean is the rating.
func (r *Result) gradesOnly() bool {
	return r.equalShares && (r.Scale.Unit() || r.Scale.Zero != 0)
}

// target returns what the suggested points of a rating have to add up to.
func (r *Result) target(rating float64) float64 {
	if r.gradesOnly() {
		return r.Scale.Rating(rating) * float64(len(r.Points)) // each is out of 1
	}
	return rating
}

// counted returns the share of all points that counts for a respondent: less than 1 if questions
// without an answer count less.
func (r *Result) counted(responses []string) float64 {
	var all, counted float64
	for j, p := range r.Points {
		all += p
		if counted += p; responses[j] == "" {
			counted -= r.skipped * p
		}
	}
	if all == 0 {
		return 1
	}
	return counted / all
}

// Graded reports whether there are suggested points.
func (r *Result) Graded() bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Points != nil })
}

// Suggested returns the points of a row, rounded so that they add up as before; nil if it has none.
func (r *Result) Suggested(row *Row) []float64 {
	if row.Points == nil {
		return nil
	}
	sum := 0.0
	for _, p := range row.Points {
		sum += p
	}
	if rounded := r.Round(row.Rating); math.Abs(sum-row.Rating) < 1e-6*r.Scale.Span() {
		sum = rounded
	}
	return numbers.Rounded(row.Points, sum, r.pointDecimals())
}

// pointDecimals is how many decimals of suggested points are worth writing.
func (r *Result) pointDecimals() int {
	if r.gradesOnly() || slices.ContainsFunc(r.Points, func(p float64) bool {
		return math.Abs(10*p-math.Round(10*p)) > 1e-6
	}) {
		return 2
	}
	return max(1, r.Decimals())
}

// FormatPoints formats the suggested points of a question and what they are out of.
func (r *Result) FormatPoints(points float64, question int) string {
	return fmt.Sprintf("%.*f of %s", r.pointDecimals(), points,
		numbers.Figure(r.Points[question], 3))
}

const (
	// edge keeps the logits of grades finite.
	edge = 1e-6
	// steps of the bisection.
	steps = 60
	// maxShift is far enough for every grade to reach 0 or 1.
	maxShift = 40.0
)

// sure is how close to 0 or 1 a grade is certain.
const sure = 0.05

// suggest returns points for the responses that add up to the rating, as far as the questions
// count, nil without grades. It shifts all grades by one number on the logit scale, so that their
// order stays, but those that are sure only outwards: what is surely wrong gets no points because
// of the others. Missing responses get 0, as do those that say that the answer is not known, unless
// they are more likely right. Responses with a given score, if any, keep it.
func (r *Result) suggest(rating float64, grades, given []float64, responses []string) []float64 {
	if grades == nil {
		return nil
	}
	points := make([]float64, len(grades))
	shifted := func(c float64) float64 {
		sum := 0.0
		for j, g := range grades {
			points[j] = 0
			switch {
			case given != nil && !math.IsNaN(given[j]):
				points[j] = r.Points[j] * given[j]
			case responses[j] != "" && (g > 0.5 || !columns.SaysUnknown(responses[j])):
				g = min(max(g, edge), 1-edge)
				x := 1 / (1 + math.Exp(-math.Log(g/(1-g))-c))
				if g < sure {
					x = min(x, g)
				} else if g > 1-sure {
					x = max(x, g)
				}
				points[j] = r.Points[j] * x
			}
			sum += points[j]
		}
		return sum
	}
	target := r.target(rating) * r.counted(responses)
	low, high := -maxShift, maxShift
	for range steps {
		if middle := (low + high) / 2; shifted(middle) < target {
			low = middle
		} else {
			high = middle
		}
	}
	if sum := shifted((low + high) / 2); math.Abs(sum-target) > 1e-6*r.Scale.Span() {
		r.apart++
	}
	return points
}
