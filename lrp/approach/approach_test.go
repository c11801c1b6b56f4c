package approach

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/internal/design"
)

func names(list []Approach) []string {
	var names []string
	for _, a := range list {
		names = append(names, a.Name)
	}
	return names
}

// TestCombinations checks which features COM and ALL combine.
func TestCombinations(t *testing.T) {
	all := All()
	thesis := []string{
		"BWO", "FWO", "CED", "WED", "WCS", "SNL", "BOW", "BIG", "SYN", "NNO", "NNC", "NNW",
	}
	for name, want := range map[string][]string{
		"COM": thesis,
		"ALL": featureNames(features.Combined()),
	} {
		found, err := Select(all, name)
		if err != nil {
			t.Fatal(err)
		}
		if got := featureNames(found[0].Extractors()); !slices.Equal(got, want) {
			t.Errorf("%s combines %v, expected %v", name, got, want)
		}
	}
	if got := featureNames(features.Thesis()); !slices.Equal(got, thesis) {
		t.Errorf("the features of the thesis are %v, expected %v", got, thesis)
	}
	without := []string{"RAN", "CBG", "DEM", "ALL", "AUTO"}
	if got := names(All(features.DEM)); !slices.Equal(got, without) {
		t.Errorf("without a feature of the thesis, found %v", got)
	}
}

func featureNames(list []features.Extractor) []string {
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// TestSelect checks that "all" is every approach and "ALL" is one.
func TestSelect(t *testing.T) {
	all := All(features.BWO, features.CNG)
	every := []string{"RAN", "CBG", "BWO", "CNG", "COM", "ALL", "AUTO"}
	for _, c := range []struct {
		names, want []string
	}{
		{nil, every},
		{[]string{"all"}, every},
		{[]string{"bwo", " all "}, every},
		{[]string{"ALL"}, []string{"ALL"}},
		{[]string{"All", "com"}, []string{"COM", "ALL"}},
	} {
		found, err := Select(all, c.names...)
		if err != nil {
			t.Fatal(err)
		}
		if got := names(found); !slices.Equal(got, c.want) {
			t.Errorf("%q selects %v, expected %v", c.names, got, c.want)
		}
	}
	_, err := Select(all[:2], "ALL")
	if e, ok := errors.AsType[*UnknownError](err); !ok || e.Name != "ALL" {
		t.Errorf("without ALL, found the error %v", err)
	}
	if _, err := Select(all, "all", "BOW"); err == nil {
		t.Error("an unknown name beside all is no error")
	}
}

// TestControl checks that a control sees whom it predicts, and that its faults are errors.
func TestControl(t *testing.T) {
	ds := &datasets.Dataset{Name: "d", Questions: []datasets.Question{{ID: "q"}}}
	for _, id := range []string{"ann", "bob", "cid"} {
		ds.Respondents = append(ds.Respondents,
			datasets.Respondent{ID: id, Responses: []string{id}, Rating: .5})
	}
	b, err := design.NewBuilder(t.Context(), 1, design.NewCorpus(ds, text.English), nil)
	if err != nil {
		t.Fatal(err)
	}
	split := b.Split(datasets.Split{Train: []int{2}, Test: []int{1, 0}})
	var seen Trial
	for _, c := range []struct {
		ratings []float64
		err     error
		want    string
	}{
		{[]float64{.1, .2}, nil, ""},
		{[]float64{.1}, nil, "found 1 predictions, expected one for each of 2 respondents"},
		{nil, errors.New("no file"), "no file"},
	} {
		fit, err := Control(func(trial Trial) ([]float64, error) {
			seen = trial
			return c.ratings, c.err
		}).Prepare(&design.Setting{Dataset: ds, Builder: b, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		_, err = fit(3, split)
		if message := fmt.Sprint(err); message != cmp.Or(c.want, "<nil>") {
			t.Errorf("error %s, expected %q", message, c.want)
		}
	}
	want := Trial{Dataset: "d", Seed: 7, Number: 3, Train: []Respondent{{"cid", []string{"cid"}}},
		TrainY: []float64{.5}, Test: []Respondent{{"bob", []string{"bob"}}, {"ann", []string{"ann"}}}}
	if !reflect.DeepEqual(seen, want) {
		t.Errorf("the control saw %+v, expected %+v", seen, want)
	}
}
