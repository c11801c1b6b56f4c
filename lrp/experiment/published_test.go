package experiment_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

func open(t *testing.T, spec string) []*datasets.Dataset {
	t.Helper()
	sets, err := datasets.Open(spec, datasets.Options{Raw: true})
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

func evaluatePublished(
	t *testing.T, sets []*datasets.Dataset, o experiment.Options,
) *experiment.Report {
	t.Helper()
	r, err := experiment.Published(context.Background(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPublishedNumbers checks that each mean differs from the published one by at most three
// standard errors. As each trial draws 24 respondents, the standard deviation over trials includes
// their spread.
func TestPublishedNumbers(t *testing.T) {
	const trials = 100
	for _, spec := range []string{suite.Powergrading(t), suite.Mohler(t)} {
		r := evaluatePublished(t, open(t, spec), experiment.Options{Seed: 1, Trials: trials})
		found := 0
		for _, x := range r.Datasets[0].Results {
			f := x.Thesis
			if f == nil {
				continue
			}
			found++
			z := (x.RMSEMean - f.RMSEMean) /
				math.Sqrt((x.RMSESD*x.RMSESD+f.RMSESD*f.RMSESD)/trials)
			t.Logf("%-12s %s  %.3f (%.3f), published %.3f (%.3f): %+.1f standard errors",
				r.Datasets[0].Name, x.Approach, x.RMSEMean, x.RMSESD, f.RMSEMean, f.RMSESD, z)
			if math.Abs(z) > 3 {
				t.Errorf("%s on %s: %.1f standard errors from the published mean",
					x.Approach, r.Datasets[0].Name, z)
			}
		}
		if want := 2 + 12 + 1; found != want { // two controls, the features and COM
			t.Errorf("%d approaches have figures of the thesis, expected %d", found, want)
		}
	}
}

func TestEvaluate(t *testing.T) {
	sets := append(open(t, "sample-powergrading"), open(t, "sample-mohler")...)
	one := evaluatePublished(t, sets, experiment.Options{Seed: 4, Trials: 5, Workers: 1})
	opts := cmp.Options{cmpopts.IgnoreFields(experiment.Report{}, "Seconds"), cmpopts.EquateNaNs()}
	if d := cmp.Diff(one, evaluatePublished(t, sets, experiment.Options{Seed: 4, Trials: 5, Workers: 3}), opts); d != "" {
		t.Errorf("three workers differ from one:\n%s", d)
	}
	if one.Protocol != "published" {
		t.Errorf("protocol is %q", one.Protocol)
	}
	for _, d := range one.Datasets {
		if d.Train != 19 || d.Test != 5 {
			t.Errorf("%s: %d to train and %d to test", d.Name, d.Train, d.Test)
		}
		if want := 2 + 2*13; len(d.Results) != want { // two controls; two regressors for the others
			t.Errorf("%s: %d results, expected %d", d.Name, len(d.Results), want)
		}
		for _, x := range d.Results {
			if x.Thesis != nil {
				t.Errorf("%s is synthetic, but %s has a figure of the thesis", d.Name, x.Approach)
			}
		}
	}
}

func TestPublishedRefusesOthers(t *testing.T) {
	o := experiment.Options{Trials: 1, Approaches: approach.All(foreign{features.BOW})}
	_, err := experiment.Published(context.Background(), open(t, "sample-powergrading"), o)
	if err == nil || !strings.Contains(err.Error(), "MINE is not part of the published protocol") {
		t.Errorf("found %v", err)
	}
}

type foreign struct{ features.Extractor }

func (foreign) Name() string { return "MINE" }
