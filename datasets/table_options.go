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
// table. Columns are named as in the header or, by their numbers from 1, as "#3". The tags are the
// names of the options in an experiment for 'lrp run'.
type TableOptions struct {
	IDColumn     string   `toml:"id-column,omitempty"`        // of the respondents' identifiers
	RatingColumn string   `toml:"rating-column,omitempty"`    // of the totals
	Questions    []string `toml:"question-columns,omitempty"` // the only columns that are questions
	Ignore       []string `toml:"ignore-columns,omitempty"`   // columns to leave out
	// Attributes are columns that are neither questions nor left out: [Respondent].Attributes has
	// their cells by these names.
	Attributes     []string `toml:"-"`
	QuestionColumn string   `toml:"question-column,omitempty"` // of the questions, in long form
	ResponseColumn string   `toml:"response-column,omitempty"` // of the responses, in long form
	ScoreColumn    string   `toml:"score-column,omitempty"`    // of the scores, in long form
	// Max is the highest attainable total; 0 stands for what the table says: a header such as
	// "Grade/10.00", cells such as "12 / 20", a row of points, or else the highest total.
	Max float64 `toml:"max,omitempty"`
	// Min is the lowest total; nil stands for what the table says: a header such as "Rating (1-5)",
	// 1 if that is the lowest of whole ratings of at most 10, the lowest total if it is negative,
	// or else 0.
	Min *float64 `toml:"min,omitempty"`
	// ScoreMax is the highest score of a response; 0 stands for what the table says.
	ScoreMax float64 `toml:"score-max,omitempty"`
	// Key is a file of acceptable answers: a table with the columns question, text and answer,
	// one answer per row, or a table in wide form with one row.
	Key string `toml:"key,omitempty"`
	// Sheet is the name or number of a workbook's sheet.
	Sheet string `toml:"sheet,omitempty"`
	// Layout is "wide", "long" or, to find out, "auto" or empty.
	Layout string `toml:"layout,omitempty"`
	// HeaderRow is the line or row with the names of the columns; 0 finds it.
	HeaderRow int `toml:"header-row,omitempty"`
	// Decimal is the mark of decimals: point, comma or, to find out, "auto" or empty.
	Decimal string `toml:"decimal,omitempty"`
	// Attempts says which of several rows of a respondent count: "first", "last", or, as if they
	// were different respondents, "all" or empty.
	Attempts string `toml:"attempts,omitempty"`
	// Strict refuses words in columns of numbers, which otherwise count as no number.
	Strict bool `toml:"strict,omitempty"`
	// Delimiter is comma, semicolon, tab, pipe or, to find out, "auto" or empty.
	Delimiter string `toml:"delimiter,omitempty"`
	// Encoding is the name of a text's encoding, such as "windows-1252".
	Encoding string `toml:"encoding,omitempty"`
	// Expected are the questions of a model. If there are any, the table is read for responses
	// alone: columns may also be named by the identifiers or texts of these questions, and scores,
	// totals and keys are left out.
	Expected []Question `toml:"-"`
	// MaxBytes bounds the memory that the table takes, unpacked and cell by cell; 0 stands for 512
	// MiB.
	MaxBytes int64 `toml:"-"`
}

// CSVOptions are the options of [CSV].
type CSVOptions struct {
	// Key is TableOptions.Key.
	Key string
	// ScoreMax is TableOptions.ScoreMax.
	ScoreMax float64
}

// CSV returns [Table] with some of its options.
func CSV(o CSVOptions) Format { return Table(TableOptions{Key: o.Key, ScoreMax: o.ScoreMax}) }

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
	for _, c := range []struct {
		name, value string
		of          []string
	}{
		{"layout", o.Layout, []string{"", "auto", "wide", "long"}},
		{"decimal mark", o.Decimal, []string{"", "auto", "point", "comma"}},
		{"attempts", o.Attempts, []string{"", "first", "last", "all"}},
	} {
		if !slices.Contains(c.of, c.value) {
			return &UsageError{Msg: fmt.Sprintf("found %s %s, expected %s", c.name,
				text.Quote(c.value), strings.Join(c.of[1:], ", "))}
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
		MaxBytes: cmp.Or(o.MaxBytes, 512<<20)}
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
	c := columns.Options{ID: o.IDColumn, Rating: o.RatingColumn, Questions: o.Questions,
		Ignore: o.Ignore, Attributes: o.Attributes, Layout: o.Layout,
		Question: o.QuestionColumn, Response: o.ResponseColumn,
		Score: o.ScoreColumn}
	if c.Layout == "auto" {
		c.Layout = ""
	}
	return c
}
