package datasets

import (
	"errors"
	"math"
	"strings"
	"testing"
	"testing/iotest"
)

func small() *Dataset {
	return &Dataset{Name: "d", Questions: []Question{{ID: "1", Key: []string{"a"}}, {ID: "2"}},
		Respondents: []Respondent{
			{ID: "x", Responses: []string{"a", ""}, Rating: 1, Scores: []float64{1, math.NaN()},
				Judgements: [][]float64{{1, 0}, nil}},
			{ID: "y", Responses: []string{"b", "c"}, Rating: 0},
		}}
}

func TestValidate(t *testing.T) {
	if err := small().Validate(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change func(*Dataset)
		want   string
	}{
		{func(d *Dataset) { d.Questions = nil }, "d: found no questions, expected at least one"},
		{func(d *Dataset) { d.Respondents = nil },
			"d: found no respondents, expected at least one"},
		{func(d *Dataset) { d.Questions[1].ID = "" },
			"d: found no id for question number 2, expected an id"},
		{func(d *Dataset) { d.Questions[1].ID = "1" },
			`d: found question "1" twice, expected a unique id for each question`},
		{func(d *Dataset) { d.Respondents[0].ID = "" },
			"d: found no id for respondent number 1, expected an id"},
		{func(d *Dataset) { d.Respondents[1].ID = "x" },
			`d: found respondent "x" twice, expected a unique id for each respondent`},
		{func(d *Dataset) { d.Respondents[1].Responses = []string{"a"} },
			`d: found 1 response for respondent "y", expected 2, one per question`},
		{func(d *Dataset) { d.Respondents[1].Rating = 1.1 },
			`d: found rating 1.1 for respondent "y", expected a number from 0 to 1`},
		{func(d *Dataset) { d.Respondents[1].Rating = math.Inf(1) },
			`d: found rating +Inf for respondent "y", expected a number from 0 to 1`},
		{func(d *Dataset) { d.Respondents[0].Scores = []float64{1} },
			`d: found 1 score for respondent "x", expected 2, one per question`},
		{func(d *Dataset) { d.Respondents[0].Scores[0] = math.Inf(-1) },
			`d: found score -Inf for respondent "x", expected a number from 0 to 1`},
		{func(d *Dataset) { d.Respondents[0].Judgements = [][]float64{nil} },
			`d: found judgements of 1 question for respondent "x", expected 2, one per question`},
		{func(d *Dataset) { d.Respondents[0].Judgements[0][1] = 2 },
			`d: found judgement 2 for respondent "x", expected a number from 0 to 1`},
	} {
		d := small()
		c.change(d)
		checkError(t, d.Validate(), c.want)
	}
}

func TestCheckRated(t *testing.T) {
	d := small()
	if err := d.CheckRated(); err != nil {
		t.Error(err)
	}
	d.Respondents[1].Rating = math.NaN()
	if err := d.Validate(); err != nil {
		t.Errorf("an unrated respondent is not valid: %v", err)
	}
	checkError(t, d.CheckRated(),
		`d: found 1 respondent without a rating (the first is "y") of 2, expected a rating for each`)
	d.Table, d.Notes = &TableInfo{}, []string{"no column of totals"}
	err := d.CheckRated()
	noted, told := (*NotedError)(nil), (*Error)(nil)
	if !errors.As(err, &noted) || !errors.As(err, &told) || noted.Notes[0] != d.Notes[0] ||
		!strings.HasSuffix(err.Error(), "name the column of totals (--rating-column)") ||
		WithNotes(err, []string{"other"}) != err {
		t.Errorf("unrated table: %v", err)
	}
	d.Respondents = d.Respondents[:1]
	checkError(t, d.CheckRated(), "d: found 1 respondent, expected at least 2 to learn from")
}

func TestHasKey(t *testing.T) {
	d := small()
	if !d.HasKey() {
		t.Error("a key is not found")
	}
	d.Questions[0].Key = nil
	if d.HasKey() {
		t.Error("a key is found where there is none")
	}
}

func TestRate(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name   string
		rule   RatingRule
		totals []float64
		most   float64
		want   []float64
		warns  int
	}{
		{"min-max", MinMax, []float64{3, 30, 16.5}, 30, []float64{0, 1, 0.5}, 0},
		{"fraction", Fraction, []float64{3, 30, 15}, 30, []float64{0.1, 1, 0.5}, 0},
		{"all equal", MinMax, []float64{15, 15}, 30, []float64{0.5, 0.5}, 1},
		{"all perfect", MinMax, []float64{30, 30}, 30, []float64{1, 1}, 1},
		{"all equal, fraction", Fraction, []float64{0, 0}, 30, []float64{0, 0}, 0},
		{"one respondent", MinMax, []float64{6}, 30, []float64{0.2}, 1},
		{"some unrated", MinMax, []float64{nan, 2, 4}, 8, []float64{nan, 0, 1}, 0},
		{"all unrated", MinMax, []float64{nan, nan}, 8, []float64{nan, nan}, 0},
		{"nothing attainable", MinMax, []float64{0, 0}, 0, []float64{nan, nan}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &Dataset{Respondents: make([]Respondent, len(c.totals))}
			rate(d, c.rule, c.totals, c.most)
			for i, want := range c.want {
				if got := d.Respondents[i].Rating; got != want &&
					!(math.IsNaN(got) && math.IsNaN(want)) {
					t.Errorf("rating %d is %v, want %v", i, got, want)
				}
			}
			if len(d.Warnings) != c.warns || d.RatingNote == "" {
				t.Errorf("warnings %q, note %q", d.Warnings, d.RatingNote)
			}
		})
	}
}

func TestParseRatingRule(t *testing.T) {
	for name, rule := range map[string]RatingRule{"minmax": MinMax, "fraction": Fraction} {
		if got, err := ParseRatingRule(name); err != nil || got != rule {
			t.Errorf("ParseRatingRule(%q) = %v, %v", name, got, err)
		}
	}
	if _, err := ParseRatingRule("mean"); err == nil {
		t.Error("an unknown rule gives no error")
	}
}

func TestReadFailure(t *testing.T) {
	broken := errors.New("disk\non fire")
	_, err := allLines(iotest.ErrReader(broken), "f")
	checkError(t, err, `f:1: found an error while reading, expected text: "disk\non fire"`)
	if !errors.Is(err, broken) {
		t.Error("the cause is lost")
	}
}
