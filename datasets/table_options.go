package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// TableOptions are the options of [Table]. With the zero value, everything is found out from the
// table. Columns are named as in the header, by their numbers from 1, as "#3", or, where there may
// be several, by a pattern such as "Q*". [TableOptions.Fields] lists those that users give.
type TableOptions struct {
	// IDColumn has the respondents' identifiers.
	IDColumn string `toml:"id-column,omitempty" usage:"for tables: {COLUMN} of the respondents' identifiers (#2: the second)" label:"Column that identifies people" hint:"name, or #2 for the second"`
	// RatingColumn has the totals.
	RatingColumn string `toml:"rating-column,omitempty" usage:"for tables: {COLUMN} of the totals"`
	// Questions are the only columns that are questions.
	Questions []string `toml:"question-columns,omitempty" usage:"for tables: the only columns of responses" label:"The only columns of answers" hint:"separated by commas"`
	// ScoreColumns are those of the points of the questions, in their order, in wide form.
	ScoreColumns []string `toml:"score-columns,omitempty" usage:"for tables: the columns of the questions' points, in the order of the questions"`
	// RaterColumns are those of several people's totals, whose mean is the total, in wide form.
	RaterColumns []string `toml:"rater-columns,omitempty" usage:"for tables: the columns of several people's totals, whose mean counts"`
	// Ignore are columns to leave out.
	Ignore []string `toml:"ignore-columns,omitempty" usage:"for tables: columns to leave out" label:"Columns to leave out" hint:"separated by commas"`
	// Attributes are columns that are neither questions nor left out: [Respondent].Attributes has
	// their cells by these names.
	Attributes []string `toml:"-"`
	// QuestionColumn, ResponseColumn and ScoreColumn are those of the long form.
	QuestionColumn string `toml:"question-column,omitempty" usage:"for tables in long form: {COLUMN} of the questions" label:"Column of the questions, if each row is an answer" hint:"name, or #2"`
	ResponseColumn string `toml:"response-column,omitempty" usage:"for tables in long form: {COLUMN} of the responses" label:"Column of the answers, if each row is one" hint:"name, or #3"`
	ScoreColumn    string `toml:"score-column,omitempty" usage:"for tables in long form: {COLUMN} of the scores"`
	// Attempts says which of several rows of a respondent count; "" is as if they were different
	// respondents, like "all".
	Attempts string `toml:"attempts,omitempty" usage:"for tables: which rows of a respondent count: %s" choices:"all,first,last" label:"Which of a person's rows count" hint:"first, last or all"`
	// HeaderRow is the line or row with the names of the columns; 0 finds it.
	HeaderRow int `toml:"header-row,omitempty" usage:"for tables: {ROW} with the names of the columns (0: found out)" label:"Row with the names of the columns" hint:"a number"`
	// Layout is "wide", "long" or, to find out, "auto" or empty.
	Layout string `toml:"layout,omitempty" usage:"for tables: %s" choices:"auto (by the header),wide (a row per respondent),long (a row per response)" label:"Layout" hint:"wide or long"`
	// Sheet is the name or number of a workbook's sheet.
	Sheet string `toml:"sheet,omitempty" usage:"for workbooks: name or number of the {SHEET}" label:"Sheet of a workbook" hint:"name or number"`
	// Max is the highest attainable total; 0 stands for what the table says: a header such as
	// "Grade/10.00", cells such as "12 / 20", a row of points, or else the highest total.
	Max float64 `toml:"max,omitempty" usage:"for tables: the highest attainable total (0: what the table says)"`
	// Min is the lowest total; nil stands for what the table says: a header such as "Rating (1-5)",
	// 1 if that is the lowest of whole ratings of at most 10, the lowest total if it is negative,
	// or else 0.
	Min *float64 `toml:"min,omitempty" usage:"for tables: the lowest total (default: 0, or what the table says)"`
	// Best says which end of the totals is the best: "high", like "", or "low".
	Best string `toml:"best,omitempty" usage:"for tables: which totals are the best: %s" choices:"high,low"`
	// ScoreMax is the highest score of a response; 0 stands for what the table says.
	ScoreMax float64 `toml:"score-max,omitempty" usage:"for tables: the highest score of a response (0: 1, or what the table says)"`
	// Words are words for totals and what they count, such as "pass=1".
	Words []string `toml:"words,omitempty" usage:"for tables: words for totals and what they count, such as pass=1,fail=0"`
	// Zeros says whether zeros beside answers are grades: "graded", "ungraded" or, to find out,
	// empty.
	Zeros string `toml:"zeros,omitempty" usage:"for tables: what totals of 0 beside answers are: %s" choices:"graded,ungraded"`
	// Decimal is the mark of decimals: point, comma or, to find out, "auto" or empty.
	Decimal string `toml:"decimal,omitempty" usage:"for tables: mark of decimals: %s" choices:"auto,point,comma"`
	// Strict refuses words in columns of numbers, which otherwise count as no number.
	Strict bool `toml:"strict,omitempty" usage:"for tables: refuse words in columns of numbers"`
	// Accept takes the best guess where the table leaves something open, which is refused
	// otherwise.
	Accept bool `toml:"yes,omitempty" usage:"for tables: accept the best guess where the table leaves something open"`
	// Key is a file of acceptable answers: a table with the columns question, text and answer,
	// one answer per row, or a table in wide form with one row.
	Key string `toml:"key,omitempty" usage:"for tables: {FILE} of acceptable answers, with the columns question,text,answer"`
	// Delimiter is comma, semicolon, tab, pipe or, to find out, "auto" or empty.
	Delimiter string `toml:"delimiter,omitempty" usage:"for texts: %s" choices:"auto,comma,semicolon,tab,pipe" label:"Delimiter of a text" hint:"comma, semicolon, tab or pipe"`
	// Encoding is the name of a text's encoding, such as "windows-1252".
	Encoding string `toml:"encoding,omitempty" usage:"for texts: {NAME} such as windows-1252 (default: found out)" label:"Encoding of a text" hint:"such as windows-1252"`
	// Expected are the questions of a model. If there are any, the table is read for responses
	// alone: columns may also be named by the identifiers or texts of these questions, and scores,
	// totals and keys are left out.
	Expected []Question `toml:"-"`
	// MaxBytes bounds the memory that the table takes, unpacked and cell by cell; 0 stands for 512
	// MiB.
	MaxBytes int64 `toml:"-"`
}

// check returns a [*UsageError] if an option is invalid.
func (o TableOptions) check() error {
	for _, m := range []struct {
		name  string
		value float64
	}{{"total", o.Max}, {"score", o.ScoreMax}} {
		if math.IsNaN(m.value) || math.IsInf(m.value, 0) || m.value < 0 {
			return &UsageError{Msg: fmt.Sprintf("found highest %s %v, expected a positive number",
				m.name, m.value)}
		}
	}
	for _, f := range o.Fields() {
		// Delimiters may be given as characters too.
		if f.Choices != nil && f.Name != "delimiter" && !slices.Contains(append(f.Choices, ""), f.value.String()) {
			return &UsageError{Msg: fmt.Sprintf("found %s %s, expected %s", f.Name,
				text.Quote(f.value.String()), strings.Join(f.Choices, ", "))}
		}
	}
	if o.Min != nil && (math.IsNaN(*o.Min) || math.IsInf(*o.Min, 0) || o.Max > 0 && *o.Min >= o.Max) {
		return &UsageError{Msg: fmt.Sprintf("found lowest total %v, expected a number below the "+
			"highest", *o.Min)}
	}
	_, err := o.sheet()
	return err
}

// sheet returns the options for reading rows.
func (o TableOptions) sheet() (sheet.Options, error) {
	comma, err := sheet.ParseComma(o.Delimiter)
	s := sheet.Options{Sheet: o.Sheet, Comma: comma, Encoding: o.Encoding,
		MaxBytes: cmp.Or(o.MaxBytes, 512<<20),
		Skip:     func(header []string) func(int) bool { return columns.Without(o.Ignore, header) }}
	if err == nil {
		err = s.Check()
	}
	if err != nil {
		return s, &UsageError{Msg: err.Error()}
	}
	return s, nil
}

// columns returns the options for finding out the columns.
func (o TableOptions) columns() columns.Options {
	c := columns.Options{Given: map[string][]string{}, Attributes: o.Attributes, Layout: o.Layout}
	for _, f := range o.Fields() {
		if strings.Contains(f.Name, "-column") {
			c.Given[f.Name] = f.list()
		}
	}
	if c.Layout == "auto" {
		c.Layout = ""
	}
	return c
}
