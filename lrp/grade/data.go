package grade

import (
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
)

// data is what a data set and decisions say about its respondents.
type data struct {
	*datasets.Dataset // as it was given
	scores
	known          *datasets.Dataset // with the scores that are learned from, and no others
	learn          approach.Learn
	decisions      int
	analyzer       design.Chosen
	rated, unrated []int
	// sums says that there are decisions, and that ratings are the means of the scores, as far as
	// anybody is rated.
	sums bool
}

// newData puts together what a data set and decisions say.
func newData(ds *datasets.Dataset, o Options) (*data, error) {
	if err := ds.Validate(); err != nil {
		return nil, err
	}
	known := *ds
	known.Respondents = slices.Clone(ds.Respondents)
	d := &data{Dataset: ds, scores: decided(ds, o.Decisions), known: &known,
		decisions: len(o.Decisions), analyzer: design.Choose(ds, o.Analyzer, o.AllWords)}
	var err error
	if d.learn, err = o.learn(ds); err != nil {
		return nil, datasets.WithNotes(err, ds.Notes)
	}
	for i := range known.Respondents {
		r := &known.Respondents[i]
		if r.Scores = d.learned[i]; d.learn == approach.LearnTotals {
			r.Scores = nil
		}
		if r.Rated() {
			d.rated = append(d.rated, i)
		} else {
			d.unrated = append(d.unrated, i)
		}
	}
	d.sums = d.answers > 0 && !slices.ContainsFunc(d.rated, func(i int) bool {
		r := &ds.Respondents[i]
		return r.Scores == nil || !(math.Abs(d.mean(r.Scores, r.Responses, 1)-r.Rating) < 1e-6)
	})
	return d, nil
}

// learn returns what is learned from.
func (o *Options) learn(ds *datasets.Dataset) (approach.Learn, error) {
	switch {
	case len(o.Decisions) == 0:
		return o.Learn.On(ds)
	case o.Learn == approach.LearnTotals:
		return "", fmt.Errorf("%s: found decisions on answers, which are no totals, expected to learn "+
			"from grades (--learn)", ds.Name)
	}
	return approach.LearnGrades, nil
}

// learnedFrom reports whether a respondent has a rating or scores.
func learnedFrom(r datasets.Respondent) bool { return r.Rated() || r.Scored() }

// kept returns the scores that the answers of an unrated respondent keep, nil if there are none.
func (d *data) kept(i int) []float64 {
	given := datasets.Respondent{Scores: d.given[i]}
	if d.learn == approach.LearnTotals || !given.Scored() {
		return nil
	}
	return given.Scores
}

// partial counts the unrated respondents some of whose answers have a score that is learned from.
func (d *data) partial() (n int) {
	for _, i := range d.unrated {
		if d.kept(i) != nil {
			n++
		}
	}
	return n
}

// equal reports whether there are several ratings, all equal.
func (d *data) equal() bool {
	return len(d.rated) > 1 && !slices.ContainsFunc(d.rated, func(i int) bool {
		return d.Respondents[i].Rating != d.Respondents[d.rated[0]].Rating
	})
}

// gradedByOthers reports whether there are grades of other raters or systems.
func gradedByOthers(ds *datasets.Dataset) bool {
	return slices.ContainsFunc(ds.Respondents, func(r datasets.Respondent) bool { return r.External != nil })
}

// CheckKnown returns an error, with the notes on the data, if the data have neither a rating nor a
// graded answer nor a key.
func CheckKnown(ds *datasets.Dataset) error {
	if ds.HasKey() || slices.ContainsFunc(ds.Respondents, learnedFrom) || gradedByOthers(ds) {
		return nil
	}
	name, why := ds.Name, ""
	if ds.Table != nil {
		if name = ds.Table.File; ds.Table.NotRated != "" {
			why = " (" + ds.Table.NotRated + ")"
		}
	}
	return datasets.WithNotes(files.New(name, 0, "neither a rating"+why+" nor an acceptable answer",
		"some rows with a rating (ten are a good start) or a key"), ds.Notes)
}

// checkEnough reports that there is nothing to learn from.
func (d *data) checkEnough() error {
	if d.decisions == 0 {
		if err := CheckKnown(d.known); err != nil {
			return err
		}
	}
	if d.equal() && !d.HasKey() && d.learn == approach.LearnTotals {
		return datasets.WithNotes(fmt.Errorf("%s: found the rating %.6g in all %d rated rows, "+
			"expected different ratings, or a key: there is nothing to learn from", d.Name,
			d.Scale.Value(d.Respondents[d.rated[0]].Rating), len(d.rated)), d.Notes)
	}
	return nil
}

// languageNotes says why the texts are split as those of another language than English, or that
// this is not sure.
func (d *data) languageNotes() []string {
	switch a := d.analyzer; {
	case a.Foreign != "":
		return []string{a.Decision(a.Language)}
	case a.Unsure:
		return []string{"not sure of the language, as the texts have few words that tell it: English is " +
			"assumed, --language decides"}
	}
	return nil
}

// learnNotes says what is learned from, where the data leave a choice.
func (d *data) learnNotes(partial int) []string {
	some := ""
	if partial > 0 {
		some = fmt.Sprintf("; %s without a total %s points", text.Count(partial, "row"),
			text.Plural(partial, "has", "have"))
	}
	switch {
	case d.decisions > 0:
		return []string{fmt.Sprintf("%s %s points to %s; AUTO learns from them, and from points and "+
			"totals in the table", text.Count(d.decisions, "decision"),
			text.Plural(d.decisions, "gives", "give"), text.Count(d.answers, "answer"))}
	case d.learn == approach.LearnGrades:
		return []string{"AUTO learns from the points given for answers and from totals" + some +
			" (--learn totals leaves the points out)"}
	case slices.ContainsFunc(d.Respondents, datasets.Respondent.Scored):
		return []string{"AUTO learns from totals: the points given for answers are left out"}
	}
	return nil
}
