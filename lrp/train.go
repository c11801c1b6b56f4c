package lrp

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/regress"
)

// TrainOptions says what [Train] trains. The zero value trains AUTO.
type TrainOptions struct {
	// Approach is the name of an approach of the parts; "" means AUTO. RAN cannot be trained, as it
	// learns nothing.
	Approach string
	// Regressor learns from the columns of the approach's features; nil means [regress.Ridge].
	// Approaches that do not need one ignore it.
	Regressor regress.Regressor
	// Analyzer splits texts into words; nil means the one for the data set's language ([text.For]).
	Analyzer *text.Analyzer
	// AllWords keeps the stop words that the analyzer drops.
	AllWords bool
	Parts    Parts
	// Learn says what AUTO learns from; "" means grades of answers, where the data set has scores,
	// and ratings. Other approaches learn from ratings alone.
	Learn approach.Learn
	// Seed determines the folds for [ExpectedError].
	Seed uint64
	// Folds is the number of folds of the cross-validation for [ExpectedError]: 0 means 5, and a
	// negative number no estimate.
	Folds int
	// Workers is the number of goroutines of the estimate; 0 means one per processor.
	Workers int
	// Progress, if not nil, is called after each fit of the estimate with the number done so far.
	Progress func(done, total int)
}

// defaultApproach is what is trained unless another approach is named.
const defaultApproach = "AUTO"

// Train fits an approach to all rated respondents of a data set. AUTO and other learners also work
// with none, and then use only the key and a prior; other approaches need two. Learners also learn
// from the scores of responses, including those of respondents without a rating, unless
// [TrainOptions].Learn says otherwise.
//
// The same data and options give the same model, and the same bytes of its file.
func Train(ctx context.Context, ds *datasets.Dataset, o TrainOptions) (*Model, error) {
	a, err := o.approach()
	if err != nil {
		return nil, err
	}
	digest := make(chan string, 1) // which takes seconds for many respondents
	go func() { digest <- datasets.Digest(ds) }()
	m, err := trainModel(ctx, ds, a, o)
	if err != nil {
		return nil, err
	}
	m.info.Dataset.SHA256 = <-digest
	return m, nil
}

// trainModel is [Train] without the digest of the data set.
func trainModel(
	ctx context.Context, ds *datasets.Dataset, a Approach, o TrainOptions,
) (*Model, error) {
	if o.Regressor == nil {
		o.Regressor = regress.Ridge{}
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	var err error
	if o.Learn, err = o.learn(ds, a); err != nil {
		return nil, err
	}
	used, warnings := trainable(ds, o.Learn)
	rated, _ := used.RatedOnly()
	if err := checkTrainable(used, rated, a); err != nil {
		return nil, err
	}
	chosen := design.Choose(used, o.Analyzer, o.AllWords)
	o.Analyzer, o.AllWords = &chosen.Analyzer, false
	m := &Model{
		training: anonymous(used), analyzer: *o.Analyzer, approach: a, kinds: o.Parts.Models,
		info: newModelInfo(used, a, o),
	}
	m.info.Language = chosen.Foreign
	m.info.Warnings = append(warnings, chosen.Warnings...)
	m.info.Warnings = append(m.info.Warnings, approach.DataWarnings(used, a)...)
	if m.info.Resources, err = resources(a); err != nil {
		return nil, err
	}
	if m.info.Expected, err = o.estimate(ctx, rated, a); err != nil {
		return nil, err
	}
	if err := m.fit(o); err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	return m, ctx.Err()
}

// approach returns the approach to train.
func (o *TrainOptions) approach() (Approach, error) {
	name := o.Approach
	if name == "" {
		name = defaultApproach
	}
	// In capitals, as "all" would name every approach rather than ALL.
	found, err := o.Parts.Approaches(strings.ToUpper(name))
	if err != nil {
		return Approach{}, err
	}
	return found[0], nil
}

// learn returns what the approach learns from on a data set.
func (o *TrainOptions) learn(ds *datasets.Dataset, a Approach) (approach.Learn, error) {
	switch {
	case a.Learns():
		return o.Learn.On(ds)
	case o.Learn == approach.LearnGrades:
		return "", fmt.Errorf("found approach %s, which learns from totals, expected %s to learn from "+
			"grades", a.Name, defaultApproach)
	}
	return approach.LearnTotals, nil
}

// trainable returns the data set with the respondents to learn from alone, those with a rating or with
// scores to learn from, all texts valid UTF-8, and warnings about what was left out.
func trainable(ds *datasets.Dataset, learn approach.Learn) (*datasets.Dataset, []string) {
	d := *ds
	d.Questions, d.Respondents = nil, nil
	for _, q := range ds.Questions {
		q.Text, q.Key = valid(q.Text), allValid(q.Key)
		d.Questions = append(d.Questions, q)
	}
	for _, r := range ds.Respondents {
		kept := datasets.Respondent{ID: r.ID, Responses: allValid(r.Responses), Rating: r.Rating}
		if learn == approach.LearnGrades && r.Scored() {
			kept.Scores = r.Scores
		}
		if kept.Rated() || kept.Scores != nil {
			d.Respondents = append(d.Respondents, kept)
		}
	}
	warnings := slices.Clone(ds.Warnings)
	if left := len(ds.Respondents) - len(d.Respondents); left > 0 {
		warnings = append(warnings, fmt.Sprintf(
			"%d of %d respondents have no rating and are left out", left, len(ds.Respondents)))
	}
	return &d, warnings
}

func allValid(texts []string) []string {
	list := make([]string, len(texts))
	for i, s := range texts {
		list[i] = valid(s)
	}
	return list
}

// anonymous returns the data set with numbers for identifiers.
func anonymous(ds *datasets.Dataset) *datasets.Dataset {
	d := *ds
	d.Respondents = slices.Clone(ds.Respondents)
	for i := range d.Respondents {
		d.Respondents[i].ID = fmt.Sprint(i + 1)
	}
	return &d
}

// checkTrainable reports why an approach cannot be trained on a data set, of which rated are those
// with a rating.
func checkTrainable(ds, rated *datasets.Dataset, a Approach) error {
	n := len(rated.Respondents)
	switch {
	case len(ds.Questions) == 0:
		return fmt.Errorf("%s: found no question, expected at least one", ds.Name)
	case a.Name == "RAN":
		return fmt.Errorf("%s cannot be trained: it learns nothing", a.Name)
	case len(ds.Respondents) == 0 && a.Learns():
		return nil
	case n < 2 && a.Learns():
		return ds.Validate()
	case n < 2:
		return fmt.Errorf(
			"%s: found %d rated respondents, expected at least 2 for %s; %s needs none", ds.Name, n,
			a.Name, defaultApproach,
		)
	}
	return approach.Check(rated, []Approach{a})
}
