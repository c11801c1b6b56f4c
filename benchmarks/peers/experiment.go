package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/regress"
)

// lexicalExperiment is the experiment of chapter 5 with its lexical features. Luna's time is for
// the full job, including opening the files. The peer gets words and splits, and its time is for
// the trials alone, or includes the features, which it caches.
var lexicalExperiment = comparison{
	name:    "experiment",
	script:  "experiment.py",
	modules: []string{"numpy", "scipy", "sklearn", "Levenshtein"},
	prepare: prepareExperiment,
	do:      evaluate,
	check:   checkExperiment,
	lines: []line{
		{"Luna's whole job, against the peer's trials, its features cached", "whole",
			[]string{"trials"}},
		{"the same, the peer's features included", "whole", []string{"features", "trials"}},
	},
}

// lexical lists the features that COM combines here.
var lexical = []features.Extractor{features.BWO, features.FWO, features.CED, features.WED,
	features.BOW, features.BIG, features.NNO, features.NNC, features.NNW}

// experimentInput is the input of both sides. The peer takes the content words of the acceptable
// answers and of the responses to each question, the ratings, and the respondents of the training
// and test sets; ours opens the data set and draws the splits itself.
type experimentInput struct {
	Key       [][][]string // [question][answer]
	Responses [][][]string // [question][respondent]
	Ratings   []float64
	Splits    []datasets.Split
	Checked   int // number of splits whose least squares are checked against LAPACK, untimed

	Spec string
	Seed uint64
}

func prepareExperiment(s *settings, set *datasets.Dataset) (any, error) {
	if !set.HasKey() {
		return nil, fmt.Errorf("%s has no answer key", set.Name)
	}
	in := experimentInput{Checked: 2, Spec: s.specs[0], Seed: s.seed}
	cache := text.NewCache(text.English)
	for j, q := range set.Questions {
		var key, responses [][]string
		for _, k := range q.Key {
			key = append(key, cache.Doc(k).Words)
		}
		for _, r := range set.Respondents {
			responses = append(responses, cache.Doc(r.Responses[j]).Words)
		}
		in.Key, in.Responses = append(in.Key, key), append(in.Responses, responses)
	}
	for _, r := range set.Respondents {
		in.Ratings = append(in.Ratings, r.Rating)
	}
	var err error
	in.Splits, err = datasets.Splits(len(in.Ratings), trainFraction, s.trials, s.seed)
	return in, err
}

// errorsBy holds the root mean squared errors of all trials by approach and regressor, such as
// "COM/ols".
type errorsBy map[string][]float64

func evaluate(folder string) (output, error) {
	var in experimentInput
	if err := readInput(folder, &in); err != nil {
		return output{}, err
	}
	start := time.Now()
	sets, err := lrp.Load(in.Spec)
	if err != nil {
		return output{}, err
	}
	all := slices.DeleteFunc(approach.All(lexical...),
		func(a lrp.Approach) bool { return a.Learns() || a.Name == "ALL" }) // ALL is COM here
	report, err := lrp.Evaluate(context.Background(), sets, lrp.Options{
		Trials: len(in.Splits), Seed: in.Seed, TrainFraction: trainFraction, Approaches: all,
		Regressors: []regress.Regressor{regress.OLS{}, regress.NewLasso()},
	})
	if err != nil {
		return output{}, err
	}
	seconds := map[string]float64{"whole": time.Since(start).Seconds()}
	values := make(errorsBy)
	for _, r := range report.Datasets[0].Results {
		values[r.Approach+"/"+r.Regressor] = r.RMSE
	}
	return newOutput(seconds, values)
}

// peerErrors holds the errors of the peer. Least squares are computed by LinearRegression; trials
// for which it takes a wrong rank of the design are listed in Unsound. Reference holds the errors
// of the first trials with LAPACK's least squares at the customary cutoff.
type peerErrors struct {
	Errors    errorsBy
	Unsound   map[string][]int
	Reference errorsBy
}

// agreement bounds the differences of errors. The Lasso of scikit-learn stops at a tolerance of
// 1e-4 of the objective.
const agreement = 1e-6

func checkExperiment(ours, theirs json.RawMessage) (string, error) {
	var a errorsBy
	var b peerErrors
	if err := decode(ours, theirs, &a, &b); err != nil {
		return "", err
	}
	sound := 0.0
	unsound := 0.0
	compared := 0
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if name == "RAN/none" {
			continue // each side draws its own random numbers
		}
		if len(b.Errors[name]) != len(a[name]) {
			return "", fmt.Errorf("%s: %d errors of Luna, %d of the peer",
				name, len(a[name]), len(b.Errors[name]))
		}
		for trial, x := range a[name] {
			d := math.Abs(x - b.Errors[name][trial])
			switch {
			case slices.Contains(b.Unsound[name], trial):
				unsound = max(unsound, d)
			case !(d <= agreement):
				return "", fmt.Errorf("%s, trial %d: error %v, of the peer %v",
					name, trial, x, b.Errors[name][trial])
			default:
				compared++
				sound = max(sound, d)
			}
		}
		for trial, y := range b.Reference[name] {
			d := math.Abs(a[name][trial] - y)
			if !(d <= agreement) {
				return "", fmt.Errorf("%s, trial %d: error %v, by LAPACK's least squares %v",
					name, trial, a[name][trial], y)
			}
			sound = max(sound, d)
		}
	}
	note := fmt.Sprintf("%d errors of %d kinds equal to %.0e", compared, len(a)-1, sound)
	if len(b.Unsound) > 0 {
		note += fmt.Sprintf("; LinearRegression takes a wrong rank in some trials of %s and is "+
			"off by up to %.0e there",
			strings.Join(slices.Sorted(maps.Keys(b.Unsound)), ", "), unsound)
	}
	return note, nil
}
