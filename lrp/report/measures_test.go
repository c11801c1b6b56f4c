package report

import (
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/experiment"
)

// TestMeasures compares three predictions with ratings by hand, and looks for each measure in every
// form of the report.
func TestMeasures(t *testing.T) {
	ds := &datasets.Dataset{Name: "by-hand", Questions: []datasets.Question{{ID: "a"}}}
	for i, y := range []float64{0, .5, 1} {
		ds.Respondents = append(ds.Respondents, datasets.Respondent{ID: string(rune('a' + i)),
			Responses: []string{"x"}, Rating: y})
	}
	training := &datasets.Dataset{Respondents: []datasets.Respondent{
		{Responses: []string{"y"}, Rating: .25}, {Responses: []string{"y"}, Rating: .75}}}
	r, err := experiment.Score(t.Context(), ds, training, text.English, experiment.Scored{
		Approach: "BOW", Regressor: "ols", Ratings: []float64{.2, .4, .9}})
	if err != nil {
		t.Fatal(err)
	}
	// Errors .2, -.1, -.1. The deviations from the means are -.3, -.1, .4 and -.5, 0, .5.
	for _, m := range []struct {
		name, shown, exact string
		want, got          float64
	}{
		{"rmse_mean", "0.1414", "0.1414", math.Sqrt(.06 / 3), r.Datasets[0].Results[0].RMSEMean},
		{"mae_mean", "0.1333", "0.1333", .4 / 3, r.Datasets[0].Results[0].MAEMean},
		{"pearson_mean", "0.971", "0.9707", .35 / math.Sqrt(.26*.5), r.Datasets[0].Results[0].PearsonMean},
	} {
		if math.Abs(m.got-m.want) > 1e-12 {
			t.Errorf("%s is %v, by hand %v", m.name, m.got, m.want)
		}
		text, others := formsOf(r, Options{})
		others = append(others, form{"text", text},
			form{"page", func(w io.Writer) error { return WriteHTML(w, r, Options{}) }})
		for _, f := range others {
			want := m.shown
			switch f.format {
			case "csv":
				want = "," + m.exact
			case "json":
				want = `"` + m.name + `": ` + m.exact
			}
			if got := string(written(t, f.write)); !strings.Contains(got, want) {
				t.Errorf("%s: found no %s of %s in\n%s", f.format, want, m.name, got)
			}
		}
	}
	// The kappa is 2·.35/(.26+.5), as the means are equal. The order is that of the ratings.
	page := string(written(t, func(w io.Writer) error { return WriteHTML(w, r, Options{}) }))
	for _, want := range []string{">0.921 [", ">0.971 [", ">0.133 [", ">1.000<", ">QWK unrounded<"} {
		if !strings.Contains(page, want) {
			t.Errorf("found no %s in the page", want)
		}
	}
}

// TestEveryMeasureIsShown checks that each measure of a result has a column, and is that of the
// mean judge.
func TestEveryMeasureIsShown(t *testing.T) {
	var judges [2]experiment.JudgeResult
	means := reflect.TypeFor[experiment.Means]()
	for i := range means.NumField() {
		for k := range judges {
			reflect.ValueOf(&judges[k].Means).Elem().Field(i).SetFloat(float64(10*i + 2*k))
		}
	}
	one := experiment.MeanJudge(judges[:]).Result()
	r := &experiment.Report{Datasets: []experiment.DatasetReport{{Results: []experiment.Result{*one}}}}
	head, _, _ := strings.Cut(string(written(t, func(w io.Writer) error { return WriteCSV(w, r) })), "\n")
	for i := range means.NumField() {
		if got, want := reflect.ValueOf(one.Means).Field(i).Float(), float64(10*i+1); got != want {
			t.Errorf("the mean judge has %s %v, expected %v", means.Field(i).Name, got, want)
		}
		if name := means.Field(i).Tag.Get("json"); !strings.Contains(head, ","+name+",") {
			t.Errorf("measureColumns shows no %s", name)
		}
	}
}
