package lrp

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/regress"
)

// TrainOptions says what [Train] trains. The zero value trains AUTO.
type TrainOptions struct {
	// Approach is the name of an approach of the parts; "" means AUTO. RAN, which learns nothing, cannot be trained.
	Approach string
	// Regressor learns from the columns of the approach's features; nil means [regress.Ridge]. Approaches that bring their own
	// way to learn leave it aside.
	Regressor regress.Regressor
	// Analyzer splits texts into words; nil means [text.English].
	Analyzer *text.Analyzer
	Parts    Parts
	// Seed decides on the folds by which the error is estimated.
	Seed uint64
	// Folds is the number of parts of the cross-validation by which the error is estimated: 0 means 5, and a
	// negative number that there is no estimate.
	Folds int
	// Workers is the number of goroutines of the estimate; 0 means one per processor.
	Workers int
	// Progress, if not nil, is told after each fit of the estimate how many of all are done.
	Progress func(done, total int)
}

// Train fits an approach to all rated respondents of a data set. AUTO and other learners
// need none: then nothing but the key and a prior speak. Others need two.
//
// The same data and options give the same model, and the same bytes of its file.
func Train(ctx context.Context, ds *datasets.Dataset, o TrainOptions) (*Model, error) {
	a, err := o.approach()
	if err != nil {
		return nil, err
	}
	if o.Regressor == nil {
		o.Regressor = regress.Ridge{}
	}
	if o.Analyzer == nil {
		o.Analyzer = &text.English
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	rated, warnings := trainable(ds)
	if err := enough(rated, a); err != nil {
		return nil, err
	}
	digest := make(chan string, 1) // which takes seconds where the respondents are many
	go func() { digest <- datasets.Digest(ds) }()
	estimate, err := o.estimate(ctx, rated, a)
	if err != nil {
		return nil, err
	}
	m, err := newModel(rated, a, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	m.info.Dataset.SHA256 = <-digest
	m.info.Warnings = append(warnings, m.info.Warnings...)
	m.info.Estimate = estimate
	return m, ctx.Err()
}

// approach returns the approach to train.
func (o *TrainOptions) approach() (Approach, error) {
	name := o.Approach
	if name == "" {
		name = autoName
	}
	if strings.EqualFold(strings.TrimSpace(name), "all") {
		return Approach{}, &UnknownError{Kind: "approach", Name: name, Known: approachNames(o.Parts.Approaches())}
	}
	found, err := Select(o.Parts.Approaches(), name)
	if err != nil {
		return Approach{}, err
	}
	return found[0], nil
}

// trainable returns the data set with its rated respondents alone, all texts valid UTF-8, and says what was left out.
func trainable(ds *datasets.Dataset) (*datasets.Dataset, []string) {
	d := *ds
	d.Questions, d.Respondents = nil, nil
	for _, q := range ds.Questions {
		q.Text, q.Key = valid(q.Text), validAll(q.Key)
		d.Questions = append(d.Questions, q)
	}
	warnings := slices.Clone(ds.Warnings)
	for _, r := range ds.Respondents {
		if r.Rated() {
			d.Respondents = append(d.Respondents, datasets.Respondent{ID: r.ID, Responses: validAll(r.Responses), Rating: r.Rating})
		}
	}
	if unrated := len(ds.Respondents) - len(d.Respondents); unrated > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of %d respondents have no rating and are left out", unrated, len(ds.Respondents)))
	}
	return &d, warnings
}

// valid returns a text as it survives a model file.
func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

func validAll(texts []string) []string {
	list := make([]string, len(texts))
	for i, s := range texts {
		list[i] = valid(s)
	}
	return list
}

// enough reports why an approach cannot be trained on a data set of rated respondents.
func enough(ds *datasets.Dataset, a Approach) error {
	if len(ds.Questions) == 0 {
		return fmt.Errorf("%s: found no question, expected at least one", ds.Name)
	}
	if a.Name == randomName {
		return fmt.Errorf("%s cannot be trained: it learns nothing", a.Name)
	}
	if len(ds.Respondents) == 0 && a.Learner != nil {
		return nil
	}
	if len(ds.Respondents) == 1 && a.Learner != nil {
		return ds.Validate()
	}
	if len(ds.Respondents) < 2 {
		return fmt.Errorf("%s: found %d rated respondents, expected at least 2 for %s; %s needs none", ds.Name, len(ds.Respondents), a.Name, autoName)
	}
	return evaluable(ds, []Approach{a})
}
