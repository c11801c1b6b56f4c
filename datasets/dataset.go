package datasets

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Question is one question of a fixed set, with its answer key.
type Question struct {
	ID   string // unique within the data set
	Text string // as it was asked
	// Key holds the acceptable answers. Each of them is sufficient; there may be none.
	Key []string
}

// Respondent is one person or program that answered the questions of a [Dataset].
type Respondent struct {
	ID string // unique within the data set
	// Responses holds the answers in the order of Dataset.Questions; "" is no answer.
	Responses []string
	// Rating is the overall rating in [0,1], NaN if unknown.
	Rating float64
	// Scores holds one score in [0,1] per question, NaN if it was not scored. It is nil if
	// the data have no scores.
	Scores []float64
	// Judgements holds, per question, each judge's grade scaled to [0,1], NaN if the judge
	// gave none. It is nil if the data have no grades by judge.
	Judgements [][]float64
	// External holds, by the name of another rater or system, its grade in [0,1] of each response
	// in question order, NaN where it gave none. They are no part of the rating: see [ReadGrades].
	External map[string][]float64
	// ShownTo are the names of those systems that were shown grades of this respondent as examples.
	ShownTo []string
	// Attributes holds other facts about the respondent, such as a class, by the names of the
	// columns in [TableOptions].Attributes. It is nil if none were asked for.
	Attributes map[string]string
}

// Rated reports whether the respondent's overall rating is known.
func (r *Respondent) Rated() bool { return !math.IsNaN(r.Rating) }

// Scored reports whether somebody has graded a response of the respondent.
func (r Respondent) Scored() bool {
	return slices.ContainsFunc(r.Scores, func(s float64) bool { return !math.IsNaN(s) })
}

// Dataset is an ordered set of questions and the respondents who answered them.
type Dataset struct {
	// Name is the name of the data set in reports.
	Name string
	// Synthetic is true if the texts and ratings were generated, not collected.
	Synthetic bool
	// RatingNote says in one sentence how the ratings were obtained.
	RatingNote string
	// Scale says what the ratings mean in the units of the source, such as points.
	Scale Scale
	// Points holds the highest number of points of each question in those units, or is nil if they
	// are unknown.
	Points      []float64
	Questions   []Question
	Respondents []Respondent
	// Warnings holds what a user should know before trusting results on this data set, one
	// sentence each. They come from the reader and are not part of the native format.
	Warnings []string
	// Notes holds what a reader found out about a table, one sentence each.
	Notes []string
	// Table says where the data are in the table they were read from. It is nil for other sources.
	Table *TableInfo
}

// HasKey reports whether at least one question has an acceptable answer, as features that
// compare a response with the key require.
func (d *Dataset) HasKey() bool {
	return slices.ContainsFunc(d.Questions, func(q Question) bool { return len(q.Key) > 0 })
}

// MaxPoints returns the highest number of points of question j, or 1 if it is unknown.
func (d *Dataset) MaxPoints(j int) float64 {
	if j < len(d.Points) {
		return d.Points[j]
	}
	return 1
}

// QuestionNames lists the identifiers of the questions, and their texts.
func (d *Dataset) QuestionNames() (ids, texts []string) {
	for _, q := range d.Questions {
		ids, texts = append(ids, q.ID), append(texts, q.Text)
	}
	return ids, texts
}

// RatedOnly returns the data set without the respondents who have no rating, and the number of
// those left out.
func (d *Dataset) RatedOnly() (rated *Dataset, unrated int) {
	c := *d
	c.Respondents, c.Table = nil, nil
	if !slices.ContainsFunc(d.Respondents, func(r Respondent) bool { return !r.Rated() }) {
		c.Respondents = slices.Clip(d.Respondents)
		return &c, 0
	}
	for i := range d.Respondents {
		if d.Respondents[i].Rated() {
			c.Respondents = append(c.Respondents, d.Respondents[i])
		}
	}
	return &c, len(d.Respondents) - len(c.Respondents)
}

// Attribute returns each respondent's value of an attribute, "" where there is none. It is an error
// if no respondent has one.
func (d *Dataset) Attribute(name string) ([]string, error) {
	values, known := make([]string, len(d.Respondents)), map[string]bool{}
	for i := range d.Respondents {
		values[i] = d.Respondents[i].Attributes[name]
		for key := range d.Respondents[i].Attributes {
			known[key] = true
		}
	}
	if known[name] {
		return values, nil
	}
	expected := `a column of a table, or respondents with {"attributes":{` + text.Quote(name) + `:…}}`
	if len(known) > 0 {
		expected = "one of " + strings.Join(slices.Sorted(maps.Keys(known)), ", ")
	}
	return nil, files.New(d.Name, 0, "no attribute "+text.Quote(name), expected)
}

// Scale says what ratings mean in the user's own units, such as points: rating 0 stands for Zero
// and rating 1 for Full. Zero is above Full where low values are the better ones, as of grades
// from 1 to 6. The zero value means that ratings are in [0,1] themselves.
type Scale struct {
	Zero float64 `json:"zero"`
	Full float64 `json:"full"`
}

// Unit reports whether the user's units are ratings in [0,1].
func (s Scale) Unit() bool { return s == Scale{} || s == Scale{0, 1} }

// Span returns how far ratings 0 and 1 are from each other in the user's units.
func (s Scale) Span() float64 { return math.Abs(s.Value(1) - s.Value(0)) }

// Value returns what a rating stands for in the user's units.
func (s Scale) Value(rating float64) float64 {
	switch {
	case s == Scale{}:
		return rating
	case rating == 1:
		return s.Full // exactly
	}
	return s.Zero + rating*(s.Full-s.Zero)
}

// Rating returns the rating that stands for a value in the user's units. It is outside [0,1] for
// values outside the scale.
func (s Scale) Rating(value float64) float64 {
	return (value-s.Zero)/(s.Value(1)-s.Zero) + 0 // never -0
}

// String says what the ends of the scale stand for, such as "0 stands for 3.5, 1 for 30".
func (s Scale) String() string {
	return fmt.Sprintf("0 stands for %.6g, 1 for %.6g", s.Zero, s.Value(1))
}

// Valid reports whether values and ratings can be computed from each other.
func (s Scale) Valid() bool {
	if s == (Scale{}) {
		return true
	}
	span := s.Full - s.Zero
	return span != 0 && !math.IsNaN(span) && !math.IsInf(span, 0)
}

// RatingRule says how a respondent's grades become the overall rating.
type RatingRule int

const (
	// MinMax scales the sum of the graded judgements over the respondents of the data set
	// to [0,1]. It is the thesis's definition and the default.
	MinMax RatingRule = iota
	// Fraction divides the sum of the graded judgements by the highest attainable sum. It
	// does not depend on the other respondents.
	Fraction
)

// ParseRatingRule reads "minmax" or "fraction".
func ParseRatingRule(s string) (RatingRule, error) {
	switch s {
	case "minmax":
		return MinMax, nil
	case "fraction":
		return Fraction, nil
	}
	return 0, fmt.Errorf("rating rule: found %s, expected minmax or fraction", text.Quote(s))
}

// rate sets the ratings from each respondent's total of graded judgements (NaN if none are
// graded) and the highest attainable total.
func rate(d *Dataset, rule RatingRule, totals []float64, maxTotal float64) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, t := range totals {
		if !math.IsNaN(t) {
			lo, hi = min(lo, t), max(hi, t)
		}
	}
	scale := func(t float64) float64 { return t / maxTotal }
	d.Scale = Scale{0, maxTotal}
	switch {
	case lo > hi || maxTotal <= 0:
		d.RatingNote = "no ratings: nothing is graded"
		scale = func(float64) float64 { return math.NaN() }
		d.Scale = Scale{}
	case rule == Fraction || lo == hi:
		d.RatingNote = fmt.Sprintf(
			"sum of the graded judgements divided by the highest attainable, %v", maxTotal)
		if rule != Fraction {
			d.Warnings = append(d.Warnings, fmt.Sprintf(
				"all rated respondents have the same sum of grades, %v of %v, "+
					"so that min-max scaling is undefined: ratings are the fraction attained",
				lo, maxTotal))
		}
	default:
		d.RatingNote = fmt.Sprintf(
			"sum of the graded judgements, min-max scaled over the respondents "+
				"(lowest %v, highest %v of %v)", lo, hi, maxTotal)
		scale = func(t float64) float64 { return (t - lo) / (hi - lo) }
		d.Scale = Scale{lo, hi}
	}
	for i, t := range totals {
		d.Respondents[i].Rating = scale(t)
	}
}
