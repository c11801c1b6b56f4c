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
	"github.com/luna-rating/luna/internal/realdata"
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

// figure is a mean RMSE over 100 trials and its standard deviation, as published (behind figure
// 5.3, OLS).
type figure struct{ mean, sd float64 }

var onPowergrading = map[string]figure{
	"RAN": {.396, .240}, "CBG": {.144, .051}, "BWO": {.158, .076}, "FWO": {.123, .059},
	"CED": {.159, .088}, "WED": {.134, .059}, "BOW": {.106, .057}, "BIG": {.132, .063},
	"NNO": {.116, .047}, "NNC": {.142, .066}, "NNW": {.141, .066},
	"SNL": {.131, .077}, "SYN": {.116, .056},
}

var onMohler = map[string]figure{
	"RAN": {.434, .176}, "CBG": {.317, .080}, "BWO": {.430, .116}, "FWO": {.454, .104},
	"CED": {.424, .080}, "WED": {.443, .090}, "BOW": {.317, .070}, "BIG": {.322, .055},
	"NNO": {.324, .074}, "NNC": {.324, .071}, "NNW": {.329, .061},
	"SNL": {.351, .092}, "SYN": {.322, .094},
}

// TestPublishedNumbers checks that each mean differs from the published one by at most three
// standard errors. As each trial draws 24 respondents, the standard deviation over trials includes
// their spread.
func TestPublishedNumbers(t *testing.T) {
	const trials = 100
	for _, c := range []struct {
		spec    string
		figures map[string]figure
	}{{realdata.Powergrading(t), onPowergrading}, {realdata.Mohler(t), onMohler}} {
		r := evaluatePublished(t, open(t, c.spec), experiment.Options{Seed: 1, Trials: trials})
		found := 0
		for _, x := range r.Datasets[0].Results {
			f, ok := c.figures[x.Approach]
			if !ok || x.Regressor == "lasso" {
				continue
			}
			found++
			z := (x.RMSEMean - f.mean) / math.Sqrt((x.RMSESD*x.RMSESD+f.sd*f.sd)/trials)
			t.Logf("%-12s %s  %.3f (%.3f), published %.3f (%.3f): %+.1f standard errors",
				r.Datasets[0].Name, x.Approach, x.RMSEMean, x.RMSESD, f.mean, f.sd, z)
			if math.Abs(z) > 3 {
				t.Errorf(
					"%s on %s: %.1f standard errors from the published mean", x.Approach,
					r.Datasets[0].Name, z,
				)
			}
		}
		if found != len(c.figures) {
			t.Errorf("%d of %d approaches were compared", found, len(c.figures))
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
		if want := 2 + 2*12; len(d.Results) != want { // two controls; two regressors for the others
			t.Errorf("%s: %d results, expected %d", d.Name, len(d.Results), want)
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
