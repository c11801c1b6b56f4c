package lrp

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// graded adds grades of a judge, the scores of all responses, to respondents.
func graded(ds *datasets.Dataset) *datasets.Dataset {
	for i := range ds.Respondents {
		ds.Respondents[i].SetExternal("J", ds.Respondents[i].Scores)
	}
	return ds
}

// A model that has learned with a judge keeps the grades in its file, predicts better with grades
// of others, and without them too.
func TestWithGrades(t *testing.T) {
	o := TrainOptions{Folds: -1, Learn: "totals", Parts: Parts{Judges: []string{"J"}}}
	trained := train(t, graded(civics(25, 3)), o)
	var file bytes.Buffer
	if err := trained.Write(&file); err != nil {
		t.Fatal(err)
	}
	saved := file.String()
	m, err := ReadModel(strings.NewReader(saved), "m", Parts{})
	if err != nil || !slices.Equal(m.Info().Judges, []string{"J"}) {
		t.Fatal(err, m)
	}
	others := graded(civics(40, 9))
	judged, err := m.WithGrades(others.Respondents)
	if err != nil {
		t.Fatal(err)
	}
	var with, without float64
	for _, r := range others.Respondents {
		a, err1 := judged.Rating(r.Responses)
		b, err2 := m.Rating(r.Responses)
		c, err3 := trained.Rating(r.Responses)
		if err1 != nil || err2 != nil || err3 != nil || b != c {
			t.Fatal(err1, err2, err3, b, c)
		}
		with, without = with+math.Abs(a-r.Rating), without+math.Abs(b-r.Rating)
	}
	if !(with < 0.8*without) {
		t.Errorf("summed errors of %v with grades, %v without", with, without)
	}
	plain, err := trained.WithoutGrades()
	if err != nil {
		t.Fatal(err)
	}
	ungraded := train(t, civics(25, 3), TrainOptions{Folds: -1, Learn: "totals"})
	for _, r := range others.Respondents {
		a, err1 := plain.Rating(r.Responses)
		if b, err2 := ungraded.Rating(r.Responses); err1 != nil || err2 != nil || a != b {
			t.Fatalf("fitted without grades: %v, want %v (%v, %v)", a, b, err1, err2)
		}
	}
	report, err := m.Test(t.Context(), others)
	if err != nil {
		t.Fatal(err)
	}
	if got := report.Datasets[0].Results[0].MAEMean; math.Abs(got-with/40) > 1e-9 {
		t.Errorf("found mean error %v, want %v", got, with/40)
	}
	again, err := Retrain(t.Context(), strings.NewReader(saved), "m", TrainOptions{Folds: -1})
	if err != nil {
		t.Fatal(err)
	}
	file.Reset()
	if err := again.Write(&file); err != nil || file.String() != saved {
		t.Errorf("%v: trained again, it is another model", err)
	}
	others.Respondents[0].SetExternal("K", others.Respondents[0].Scores)
	if _, err := m.WithGrades(others.Respondents); err == nil || err.Error() !=
		"found grades of K, expected those of J, with which the model learned" {
		t.Errorf("found %v", err)
	}
	if _, err := ReadModel(strings.NewReader(strings.Replace(saved, `"external":{"J":[[`, `"external":{"J":[[7,`, 1)), "m", Parts{}); err == nil {
		t.Error("read a damaged file")
	}
}
