package lrp

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
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
	// Folds is the number of folds for [ExpectedError] of up to 2,000 respondents: 0 leaves it to
	// their number ([experiment.MeasureTrust]), and a negative number means no estimate.
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
	if ds == nil {
		return nil, ds.Validate()
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
	used, warnings := trainable(ds, o.Learn, o.Parts.Judges)
	rated, _ := used.RatedOnly()
	if err := checkTrainable(used, rated, a); err != nil {
		return nil, err
	}
	chosen := design.Choose(used, o.Analyzer, o.AllWords)
	o.Analyzer, o.AllWords = &chosen.Analyzer, false
	m := &Model{
		rater: rater{
			info: newModelInfo(used, a, o), training: anonymous(used), analyzer: *o.Analyzer,
		},
		approach: a, kinds: o.Parts.Models,
	}
	m.info.Language = chosen.Foreign
	m.info.Warnings = append(warnings, chosen.Warnings...)
	m.info.Warnings = append(m.info.Warnings, approach.DataWarnings(used, a)...)
	if m.info.Resources, err = resources(a); err != nil {
		return nil, err
	}
	if !m.analyzer.Stemmer.English() {
		unused := func(r features.Resource) bool { return r.English }
		m.info.Resources = slices.DeleteFunc(m.info.Resources, unused)
	}
	if err := m.useEncoder(); err != nil {
		return nil, err
	}
	if m.info.Expected, err = o.estimate(ctx, used, a); err != nil {
		return nil, err
	}
	if err := m.fit(o); err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	return m, ctx.Err()
}

// approach returns the approach to train.
func (o *TrainOptions) approach() (Approach, error) {
	name := cmp.Or(o.Approach, defaultApproach)
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

// trainable returns the data set with the respondents to learn from alone, those with a rating or
// with scores to learn from, all texts valid UTF-8, and warnings about what was left out.
func trainable(ds *datasets.Dataset, learn approach.Learn, judges []string) (*datasets.Dataset, []string) {
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
		for _, name := range judges {
			if grades := r.External[name]; grades != nil {
				if kept.External == nil {
					kept.External = map[string][]float64{}
				}
				kept.External[name] = grades
			}
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
	return numbers.Map(texts, valid)
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
		return ds.Validate()
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

// Retrain trains a model again from the training part of a model file, for which name stands in
// errors. It does not need what was learned, so it also reads files that [ReadModel] refuses: after
// a change of the analyzer, a feature, word vectors or a regressor's model.
//
// The approach, regressor, analyzer, seed, AUTO's prior and how AUTO counts questions without an
// answer are those of the file unless the options name others; a seed of 0 means that of the file.
// A regressor is looked up by its name in package regress and in more, and has the default
// settings; the Lasso has the penalty that it was given, if it was not chosen by cross-validation.
// Warnings in the file are not kept. A model with an encoder other than [embed.Static] is trained
// again only if the parts name one.
func Retrain(
	ctx context.Context, r io.Reader, name string, o TrainOptions, more ...regress.Entry,
) (*Model, error) {
	given := o.Analyzer
	old := &Model{}
	if _, err := old.readTraining(r, name); err != nil {
		return nil, err
	}
	a, err := old.fillOptions(&o, more)
	if err != nil {
		return nil, modelError(name, 1, err)
	}
	m, err := trainModel(ctx, old.training, a, o)
	if err != nil {
		return nil, err
	}
	if given == nil {
		m.info.Language = old.info.Language
	}
	m.info.Dataset.SHA256 = old.info.Dataset.SHA256
	return m, nil
}

// fillOptions fills in the options from the head of the file and returns the approach.
func (m *Model) fillOptions(o *TrainOptions, more []regress.Entry) (a Approach, err error) {
	o.Seed = cmp.Or(o.Seed, m.info.Seed)
	if o.Parts.Prior == nil {
		o.Parts.Prior = m.info.Prior
	}
	if o.Parts.Judges == nil {
		o.Parts.Judges = m.info.Judges
	}
	o.Parts.Blank = cmp.Or(o.Parts.Blank, &m.info.Blank)
	if o.Analyzer == nil {
		if o.Analyzer = o.Parts.analyzer(m.info.Analyzer); o.Analyzer == nil {
			return a, fmt.Errorf("found analyzer %q, which is not among the parts", m.info.Analyzer)
		}
	}
	if o.Approach != "" {
		a, err = o.approach()
	} else {
		a, err = m.findApproach(o.Parts)
	}
	if err == nil && o.Parts.Encoder == nil {
		err = m.info.checkNamesEncoder(a)
	}
	if err != nil || o.Regressor != nil || !a.NeedsRegressor() || len(m.info.Features) == 0 {
		return a, err
	}
	o.Regressor, err = regress.ByName(m.info.Regressor, regress.Options{Alpha: m.alpha()}, more...)
	return a, err
}

// alpha is the penalty that the Lasso was given; 0 if it was chosen by cross-validation. Files of
// versions that did not record it have the default of the time.
func (m *Model) alpha() float64 {
	switch {
	case m.info.AlphaChosen:
		return 0
	case m.info.Alpha == 0:
		return regress.DefaultAlpha
	}
	return m.info.Alpha
}
