package datasets

import (
	"fmt"
	"math"
	"strconv"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Validate checks that the data set is consistent: at least one question and one respondent,
// unique ids that are not empty, one response per question, and ratings, scores and
// judgements in [0,1] or NaN. It returns an [*Error] or nil. Ratings may be missing and the
// key may be empty; see [Dataset.CheckRated] and [Dataset.HasKey].
func (d *Dataset) Validate() error {
	if d == nil {
		return files.New("data set", 0, "nil", "a data set")
	}
	fail := func(found, expected string) error { return files.New(d.Name, 0, found, expected) }
	if len(d.Questions) == 0 {
		return fail("no questions", "at least one")
	}
	if len(d.Respondents) == 0 {
		return fail("no respondents", "at least one")
	}
	seen := make(map[string]bool, len(d.Questions))
	for i, q := range d.Questions {
		if q.ID == "" {
			return fail(fmt.Sprintf("no id for question number %d", i+1), "an id")
		}
		if seen[q.ID] {
			return fail("question "+text.Quote(q.ID)+" twice",
				"a unique id for each question")
		}
		seen[q.ID] = true
	}
	if found, expected := d.scaleFault(); found != "" {
		return fail(found, expected)
	}
	seen = make(map[string]bool, len(d.Respondents))
	for i := range d.Respondents {
		r := &d.Respondents[i]
		if r.ID == "" {
			return fail(fmt.Sprintf("no id for respondent number %d", i+1), "an id")
		}
		if seen[r.ID] {
			return fail("respondent "+text.Quote(r.ID)+" twice",
				"a unique id for each respondent")
		}
		seen[r.ID] = true
		if found, expected := r.fault(len(d.Questions)); found != "" {
			return fail(found+" for respondent "+text.Quote(r.ID), expected)
		}
	}
	return nil
}

// scaleFault says what is wrong with the scale or the points, if anything.
func (d *Dataset) scaleFault() (found, expected string) {
	if !d.Scale.Valid() {
		return fmt.Sprintf("a scale from %v to %v", d.Scale.Zero, d.Scale.Full),
			"two different numbers"
	}
	if d.Points == nil {
		return "", ""
	}
	if n := len(d.Points); n != len(d.Questions) {
		return fmt.Sprintf("points of %s", text.Count(n, "question")),
			fmt.Sprintf("%d, one per question", len(d.Questions))
	}
	for _, p := range d.Points {
		if !(p >= 0) || math.IsInf(p, 0) {
			return fmt.Sprintf("%v points", p), "a number of at least 0"
		}
	}
	return "", ""
}

// fault says what is wrong with a respondent, given the number of questions, if anything.
func (r *Respondent) fault(questions int) (found, expected string) {
	each := func() string { return strconv.Itoa(questions) + ", one per question" }
	if n := len(r.Responses); n != questions {
		return text.Count(n, "response"), each()
	}
	if r.Rated() && !unit(r.Rating) {
		return fmt.Sprintf("rating %v", r.Rating), "a number from 0 to 1"
	}
	if r.Scores != nil {
		if n := len(r.Scores); n != questions {
			return text.Count(n, "score"), each()
		}
		for _, s := range r.Scores {
			if !math.IsNaN(s) && !unit(s) {
				return fmt.Sprintf("score %v", s), "a number from 0 to 1"
			}
		}
	}
	if r.Judgements != nil {
		if n := len(r.Judgements); n != questions {
			return "judgements of " + text.Count(n, "question"), each()
		}
		for _, js := range r.Judgements {
			for _, j := range js {
				if !math.IsNaN(j) && !unit(j) {
					return fmt.Sprintf("judgement %v", j), "a number from 0 to 1"
				}
			}
		}
	}
	return "", ""
}

// CheckRated checks what training and evaluation require beyond [Dataset.Validate]: at least
// two respondents, all of them rated. Its error is or wraps an [*Error].
func (d *Dataset) CheckRated() error {
	if n := len(d.Respondents); n < 2 {
		return files.New(d.Name, 0, text.Count(n, "respondent"), "at least 2 to learn from")
	}
	unrated, first := 0, ""
	for i := range d.Respondents {
		if r := &d.Respondents[i]; !r.Rated() {
			if unrated == 0 {
				first = r.ID
			}
			unrated++
		}
	}
	if unrated > 0 {
		found := fmt.Sprintf("%s without a rating (the first is %s) of %d",
			text.Count(unrated, "respondent"), text.Quote(first), len(d.Respondents))
		if d.Table != nil && d.Table.NotRated != "" {
			found += ", since " + d.Table.NotRated
		}
		expected := "a rating for each"
		if d.Table != nil {
			expected += ": name the column of totals (--rating-column)"
		}
		return WithNotes(files.New(d.Name, 0, found, expected), d.Notes)
	}
	return nil
}
