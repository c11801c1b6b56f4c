package approach

import (
	"errors"
	"slices"
	"testing"

	"github.com/luna-rating/luna/features"
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
