package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/featuretest"
	"github.com/luna-rating/luna/regress/regresstest"
)

func TestFeatures(t *testing.T) {
	for _, feature := range []features.Extractor{RGL, FST} {
		if err := featuretest.Check(feature); err != nil {
			t.Error(err)
		}
	}
}

func TestRegressor(t *testing.T) {
	if err := regresstest.Check(PLS{}); err != nil {
		t.Error(err)
	}
}

// FuzzReadForm: whatever the file holds, it is a valid data set or an error that names the file.
func FuzzReadForm(f *testing.F) {
	f.Add("respondent,Q?,rating\nKEY,a|b,\nann,a,0.5\nbob,,\n")
	f.Add("respondent,Q?,rating\nKEY,a\n")
	f.Add("respondent,Q?,rating\nKEY,a,\nann,\"a,NaN\n")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ReadForm(strings.NewReader(s), "form.csv")
		var known *datasets.Error
		if err == nil {
			err = datasets.WriteJSONL(io.Discard, d)
		} else if errors.As(err, &known) {
			return
		}
		if err != nil {
			t.Error(err)
		}
	})
}

func TestReport(t *testing.T) {
	d, err := open("survey.csv")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := evaluate(&b, d); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"CBG & none", "RGL & ridge", "FST & pls", "COM & pls"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}
