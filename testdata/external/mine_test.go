package main

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/featuretest"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress/regresstest"
)

func TestFeatures(t *testing.T) {
	for _, feature := range []features.Extractor{RGL, FST, newWordList("stack queue")} {
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
	for _, want := range []string{"CBG & none", "RGL & ridge", "FST & pls", "ALL & pls"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

func TestTrain(t *testing.T) {
	d, err := open("survey.csv")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "survey.lrp")
	model, err := train(d, path)
	if err != nil {
		t.Fatal(err)
	}
	best, err := model.Rating(keys(d))
	if err != nil {
		t.Fatal(err)
	}
	blank, err := model.Rating(make([]string, len(d.Questions)))
	if err != nil {
		t.Fatal(err)
	}
	if best <= blank {
		t.Errorf("the key is rated %v, no answer %v", best, blank)
	}
	if _, err := lrp.OpenModel(path, lrp.Parts{}); !errors.Is(err, lrp.ErrModelFile) {
		t.Errorf("without the parts: %v", err)
	}
	if v := model.Info().Versions["feature LST"]; v != 2 {
		t.Errorf("found version %d of LST, expected 2", v)
	}
	_, err = lrp.OpenModel(path, partsWith("another list"))
	if e, ok := errors.AsType[*lrp.ResourceError](err); !ok || e.Name != "word list" {
		t.Errorf("with another list: %v", err)
	}
}

// keys are acceptable answers to all questions.
func keys(d *datasets.Dataset) []string {
	var list []string
	for _, q := range d.Questions {
		list = append(list, append(q.Key, "")[0])
	}
	return list
}
