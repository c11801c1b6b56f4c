package approach_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/report"
	"github.com/luna-rating/luna/regress"
)

// write writes a file of predictions.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestExternal gives predictions of our own back as those of another system, by every protocol that
// has them: the results are the same.
func TestExternal(t *testing.T) {
	sets, err := datasets.Open("sample-mohler", datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	type protocol = func(context.Context, []*datasets.Dataset, experiment.Options) (*experiment.Report, error)
	for name, evaluate := range map[string]protocol{"splits": experiment.Evaluate,
		"folds": experiment.CrossValidate, "alone": experiment.LeaveOneOut} {
		names, picks := []string{"CBG", "BWO"}, []string{"cbg", "bwo/OLS"}
		if name == "splits" { // elsewhere it takes long
			names, picks = append(names, "AUTO"), append(picks, "AUTO")
		}
		own, err := approach.Select(approach.All(), names...)
		if err != nil {
			t.Fatal(err)
		}
		o := experiment.Options{Trials: 3, Seed: 4, Approaches: own, Predictions: true,
			Folds: 4, Regressors: []regress.Regressor{regress.OLS{}}}
		first, err := evaluate(context.Background(), sets, o)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := report.WritePredictions(&b, first); err != nil {
			t.Fatal(err)
		}
		path := write(t, b.String())
		o.Approaches = nil
		for _, pick := range picks {
			x, err := approach.ReadExternal(path, pick)
			if err != nil {
				t.Fatal(err)
			}
			o.Approaches = append(o.Approaches, approach.Approach{Name: "other " + pick, Method: x})
		}
		again, err := evaluate(context.Background(), sets, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range first.Datasets[0].Results {
			k := slices.IndexFunc(again.Datasets[0].Results, func(r experiment.Result) bool {
				return strings.HasPrefix(strings.ToUpper(r.Approach), "OTHER "+want.Approach)
			})
			if k < 0 {
				t.Fatalf("%s: no result of %s", name, want.Approach)
			}
			if diff := cmp.Diff(want, again.Datasets[0].Results[k], cmpopts.EquateNaNs(),
				cmpopts.IgnoreFields(want, "Approach", "Regressor", "ColumnsMean", "Grades",
					"Graded")); diff != "" {
				t.Errorf("%s, %s (-ours +given back):\n%s", name, want.Approach, diff)
			}
		}
	}
}

func TestReadExternalRefuses(t *testing.T) {
	const head = "trial,respondent,prediction\n"
	for text, want := range map[string]string{
		"":                                "found an empty file, expected predictions: columns trial",
		"trial,who,prediction\n1,a,.5\n":  `p.csv:1: found no column "respondent"`,
		head:                              "found no predictions, expected",
		head + "0,a,.5\n":                 `p.csv:2: found "0" in column "trial", expected a whole number from 1`,
		head + "1.5,a,.5\n":               `found "1.5" in column "trial"`,
		head + "1,a,NaN\n":                `found "NaN" in column "prediction", expected a rating from 0 to 1`,
		head + "1,a,\n":                   `found "" in column "prediction"`,
		head + "1,a,27\n":                 `found "27" in column "prediction"`,
		head + "1,a,.5\n1,b,.5\n1,a,.6\n": `p.csv:4: found respondent "a" twice in trial 1`,
		"trial,respondent,prediction,level\n1,a,.5,.8\n1,b,.5,.9\n": `p.csv:3: found ".9" in column "level", expected one`,
		"trial,respondent,prediction,level\n1,a,.5,1\n":             `found "1" in column "level", expected one number between 0`,
		"approach,trial,respondent,prediction\nX,1,a,.5\nY,1,a,.5\n": "p.csv:3: found predictions of X and of Y, " +
			"expected those of one system: FILE#X picks it",
	} {
		if _, err := approach.ReadExternal(write(t, text), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: found %v, expected %s", text, err, want)
		}
	}
	if _, err := approach.ReadExternal(write(t, head+"1,a,.5\n"), "X/ols"); err == nil ||
		!strings.Contains(err.Error(), `found no predictions of "X/ols", expected one of`) {
		t.Error(err)
	}
}

// TestExternalMismatch checks what is said of people whom a file lacks, adds or rates otherwise.
func TestExternalMismatch(t *testing.T) {
	sets, err := datasets.Open("sample-mohler", datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var tests [][]int
	ds := sets[0]
	o := experiment.Options{Trials: 2, Seed: 1, Splits: func(_ *datasets.Dataset, list []datasets.Split) error {
		for _, s := range list {
			tests = append(tests, s.Test)
		}
		return nil
	}}
	o.Approaches, err = approach.Select(approach.All(), "CBG")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := experiment.Evaluate(context.Background(), sets, o); err != nil || len(tests) != 2 {
		t.Fatal(tests, err)
	}
	for name, c := range map[string]struct {
		change func(rows []string) []string
		want   string
	}{
		"right":   {func(rows []string) []string { return rows }, ""},
		"missing": {func(rows []string) []string { return rows[1:] }, "found no prediction for " + ds.Respondents[tests[0][0]].ID + ","},
		"trials":  {func(rows []string) []string { return append(rows, "7,nobody,.5,") }, "found 7 trials of sample-mohler, expected the 2"},
		"foreign": {func(rows []string) []string { return append(rows, "2,nobody,.5,") }, "found others than those tested: nobody,"},
		"rated": {func(rows []string) []string {
			rows[0] = rows[0][:strings.LastIndex(rows[0], ",")] + ",.123"
			return rows
		}, "found another rating than the data has of"},
		"two sets": {func(rows []string) []string { return rows }, "found no name of a data set, expected a column \"dataset\""},
		"other data": {func(rows []string) []string {
			for i := range rows {
				rows[i] += ",x"
			}
			return rows
		}, "found no predictions for sample-mohler"},
	} {
		var rows []string
		for trial, test := range tests {
			for _, i := range test {
				rows = append(rows, fmt.Sprintf("%d,%s,.5,%v", trial+1, ds.Respondents[i].ID,
					ds.Respondents[i].Rating))
			}
		}
		head := "trial,respondent,prediction,rating"
		if name == "other data" {
			head += ",dataset"
		}
		x, err := approach.ReadExternal(write(t, head+"\n"+strings.Join(c.change(rows), "\n")), "")
		if err != nil {
			t.Fatal(name, err)
		}
		with := o
		with.Splits, with.Approaches = nil, append(slices.Clone(o.Approaches), approach.Approach{Name: "X", Method: x})
		of := sets
		if name == "two sets" {
			of = slices.Concat(sets, sets)
		}
		_, err = experiment.Evaluate(context.Background(), of, with)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v, expected %s", name, err, c.want)
		}
	}
}
