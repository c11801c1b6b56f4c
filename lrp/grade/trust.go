package grade

import (
	"fmt"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
)

// Trust says how far predictions were from the ratings of respondents that were left out, in the
// user's units, beside the errors of the constant best guess: the mean of the other ratings.
type Trust struct {
	Rated  int    // the number of rated respondents
	Method string // such as "leave-one-out"; "" if they are too few for an estimate
	// RMSE is the root mean squared error, MAE the mean absolute error.
	RMSE, MAE           float64
	GuessRMSE, GuessMAE float64 // those of the constant best guess
	Held                int     // how many of the ratings are in their 90% interval
	text                string
}

// estimated reports whether there were enough ratings for an estimate.
func (t *Trust) estimated() bool { return t.Method != "" }

// useless reports whether the predictions are no better than the constant best guess.
func (t *Trust) useless() bool {
	return t.estimated() && (t.MAE >= t.GuessMAE || t.RMSE >= t.GuessRMSE)
}

// String says in a few plain sentences how far to trust the predictions.
func (t Trust) String() string { return t.text }

// trust turns what was measured into the user's units.
func (r *Result) trust(measured *experiment.Trust, d *data) Trust {
	t := Trust{Rated: len(d.rated)}
	if measured.Method != "" {
		span := r.Scale.Span()
		t.Method = measured.Method
		t.RMSE = span * measured.RMSE
		t.MAE = span * measured.MAE
		t.GuessRMSE, t.GuessMAE = span*measured.GuessRMSE, span*measured.GuessMAE
		t.Held = t.Rated - len(r.suspects())
	}
	t.text = t.sentences(r, d.equal())
	return t
}

func (t *Trust) sentences(r *Result, equal bool) string {
	switch {
	case t.Rated == 0 && r.partial > 0:
		return "No row has a total: the predictions add up the points given for answers in " +
			text.Count(r.partial, "row") + " and those that the model expects of the others."
	case t.Rated == 0 && gradedByOthers(r.Data):
		return "No row is rated: the predictions follow from the grades of others and the key, if there is " +
			"one, and their error is unknown."
	case t.Rated == 0:
		return "No row is rated: the predictions follow from the key alone, and their error is " +
			"unknown."
	case equal:
		return fmt.Sprintf("All %d given ratings are equal: nothing tells how far off the predictions "+
			"are.", t.Rated)
	case !t.estimated():
		return "With only " + text.Count(t.Rated, "rated row") +
			" there is no telling how far off the predictions are."
	}
	return fmt.Sprintf("Expect to be off by about %s%s; guessing the mean for everybody would be "+
		"off by %s. Of the %d rows with a rating, the range from low to high held %d.",
		r.formatError(t.MAE), r.outOf(), r.formatError(t.GuessMAE), t.Rated, t.Held)
}

const (
	// fewRated is the number of ratings below which everything is uncertain.
	fewRated = 10
	// barely is the share of the guess's error above which predictions are hardly better.
	barely = 0.85
	// lowCoverage is the coverage below which intervals are too narrow to be trusted.
	lowCoverage = 0.75
)

// warnings says what to beware of.
func (t *Trust) warnings(r *Result) []string {
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	switch {
	case t.Rated == 0 && r.partial > 0:
		// Ratings are sums of points.
	case t.Rated == 0:
		add("no row is rated: check the level of the predictions; with ten rows rated they can be " +
			"calibrated")
	case t.Rated < fewRated:
		add("only %d of %d rows %s rated: rate ten or more for predictions to rely on", t.Rated,
			len(r.Rows), text.Plural(t.Rated, "is", "are"))
	}
	switch {
	case !t.estimated():
		return list
	case t.useless():
		add("the predictions are no better than guessing the mean for everybody: do not use them; " +
			"more rated rows, or a key, may help")
	case t.MAE > barely*t.GuessMAE:
		add("the predictions are hardly better than guessing the mean for everybody: more rated " +
			"rows, or a key, may help")
	}
	if float64(t.Held) < lowCoverage*float64(t.Rated) {
		add("the range from low to high held only %d of the %d given ratings: take it for too narrow",
			t.Held, t.Rated)
	}
	return list
}
