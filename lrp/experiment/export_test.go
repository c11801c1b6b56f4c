package experiment

import "github.com/luna-rating/luna/datasets"

// These names are exported for package experiment_test.
type TrialScore = score

var (
	NewScore    = newScore
	Clip        = clip
	GradeLevels = gradeLevels
	CurveSizes  = defaultSizes
)

func (o Options) WithDefaults() Options { return o.withDefaults() }

// RandomSplit returns split number i of an evaluation.
func (o Options) RandomSplit(ds *datasets.Dataset, i int) (datasets.Split, error) {
	s, err := o.splitsOf(ds)
	if err != nil {
		return datasets.Split{}, err
	}
	return s.split(i), nil
}

// RandomFolds returns a partition of a cross-validation with groups or strata.
func (o Options) RandomFolds(ds *datasets.Dataset, repetition int) (datasets.Partition, error) {
	u, err := o.unitsOf(ds)
	if err != nil {
		return nil, err
	}
	like, err := datasets.Folds(len(ds.Respondents), o.Folds, o.Seed, repetition)
	if err != nil {
		return nil, err
	}
	return u.folds(like, repetition), nil
}

// PRMSE returns that of predictions, with judges' own ratings by judge, and what is said of these.
func PRMSE(predicted []float64, own [][]float64) (*float64, *TrueScores) {
	counts, none := make([]int, len(predicted)), make([]float64, len(predicted))
	for i := range counts {
		counts[i] = 1
	}
	r := &DatasetReport{Dataset: Dataset{Ratings: none},
		Results: []Result{{HeldOut: &HeldOut{Count: counts, Mean: predicted, SD: none}}}}
	t := r.measureTrueScores(own)
	return r.Results[0].PRMSE, t
}

// NewCoverage returns the coverage of intervals from low to high.
func NewCoverage(low, high, ratings []float64, level float64) *Coverage {
	var list []ratedInterval
	for i, y := range ratings {
		list = append(list, ratedInterval{[2]float64{low[i], high[i]}, y})
	}
	return newCoverage(list, level)
}
