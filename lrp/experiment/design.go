package experiment

import (
	"context"
	"fmt"
	"runtime"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/regress"
)

// Design holds the numbers of one split: what a regressor learns from and what it predicts. The
// columns are those of the training part alone.
type Design struct {
	Columns       []string        // QUESTION/FEATURE, or QUESTION/FEATURE/TERM
	Groups        []int           // the question of each column, from 0, for [regress.Problem]
	Train, Test   *regress.Matrix // a row for each respondent
	TrainY, TestY []float64       // the ratings
	// TrainIDs and TestIDs are of the respondents in each part.
	TrainIDs, TestIDs []string
}

// NewDesign fits the approach's features to the training part of the split, without any knowledge
// of the test part, and computes the rows of both. A regressor gives the same predictions with it
// as in [Evaluate], which shares work between splits.
func NewDesign(ds *datasets.Dataset, analyzer text.Analyzer, a approach.Approach,
	split datasets.Split) (*Design, error) {
	if !a.NeedsRegressor() {
		return nil, fmt.Errorf("%s has no features for a regressor", a.Name)
	}
	if err := approach.Check(ds, []approach.Approach{a}); err != nil {
		return nil, err
	}
	all := design.NewCorpus(ds, analyzer)
	if err := design.Encode(context.Background(), all, a); err != nil {
		return nil, err
	}
	training := *ds
	training.Respondents = numbers.At(ds.Respondents, split.Train)
	corpus := design.NewCorpus(&training, analyzer)
	builder, err := design.NewBuilder(
		context.Background(), runtime.GOMAXPROCS(0), corpus, a.Extractors(),
	)
	if err != nil {
		return nil, err
	}
	fitted := builder.Fit(a.Extractors(), corpus.Everyone())
	d := &Design{
		Columns: fitted.Columns,
		Groups:  fitted.Groups,
		Test:    fitted.Rows(all, split.Test),
		TrainY:  corpus.Ratings,
		TestY:   numbers.At(all.Ratings, split.Test),
	}
	d.Train, _ = fitted.Train()
	for _, i := range split.Test {
		d.TestIDs = append(d.TestIDs, ds.Respondents[i].ID)
	}
	for _, r := range training.Respondents {
		d.TrainIDs = append(d.TrainIDs, r.ID)
	}
	return d, nil
}
