package experiment

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
	"github.com/luna-rating/luna/regress"
)

// Results with strangers are those of keys from which answers of the test part were taken by hand.
func TestStrangers(t *testing.T) {
	ds := lrptest.Civics(40, 6)
	lrptest.CopyAnswers(ds, ds.Respondents)
	for i := range ds.Respondents {
		ds.Respondents[i].Attributes = map[string]string{"part": []string{"train", "test"}[min(i/25, 1)]}
	}
	list, err := approach.Select(approach.All(), "FWO", "CBG")
	if err != nil {
		t.Fatal(err)
	}
	evaluated := func(ds *datasets.Dataset, strangers bool) (rmse float64, warning string) {
		r, err := Evaluate(context.Background(), []*datasets.Dataset{ds}, Options{Split: "part",
			Approaches: list, Regressors: []regress.Regressor{regress.OLS{}}, Strangers: strangers})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range r.Datasets[0].Warnings {
			if strings.HasPrefix(w, "keys seem to be copied") {
				warning = w
			}
		}
		return r.Datasets[0].Results[1].RMSEMean, warning
	}
	got, warning := evaluated(ds, true)
	if !strings.Contains(warning, "(strangers = false ") {
		t.Errorf("found warning %q", warning)
	}
	kept, warning := evaluated(ds, false)
	if !strings.Contains(warning, "(strangers = true leaves out") {
		t.Errorf("without strangers: found warning %q", warning)
	}
	byHand := *ds
	byHand.Questions = slices.Clone(ds.Questions)
	for j := range ds.Questions {
		gave := map[string]string{}
		for _, r := range ds.Respondents {
			c, part := text.English.Doc(r.Responses[j]).Clean, r.Attributes["part"]
			if gave[c] != "train" {
				gave[c] = part
			}
		}
		byHand.Questions[j].Key = slices.DeleteFunc(slices.Clone(ds.Questions[j].Key), func(k string) bool {
			return gave[text.English.Doc(k).Clean] == "test"
		})
	}
	want, _ := evaluated(&byHand, false)
	if got != want || got == kept {
		t.Errorf("found RMSE %v, expected %v, which is not %v", got, want, kept)
	}
	if _, warning := evaluated(firstAnswers(ds), true); warning != "" {
		t.Errorf("keys of a teacher: found warning %q", warning)
	}
}

// firstAnswers returns a data set whose keys are the first answers alone.
func firstAnswers(ds *datasets.Dataset) *datasets.Dataset {
	plain := *ds
	plain.Questions = slices.Clone(ds.Questions)
	for j := range plain.Questions {
		plain.Questions[j].Key = plain.Questions[j].Key[:1]
	}
	return &plain
}
