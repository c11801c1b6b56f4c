package synth

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// A specification names the population that Generate makes and the judges grade.
func TestKinds(t *testing.T) {
	for spec, want := range map[string]*datasets.Dataset{
		"synthetic-civics:300:9":  Generate(Civics(), 300, 9).Dataset(Panel(), 1),
		"synthetic-civics:25":     Generate(Civics(), 25, 1).Dataset(Panel(), 1),
		"synthetic-networks:30:0": Generate(Networks(), 30, 0).Dataset(Graders(), 5),
	} {
		sets, err := datasets.Open(spec, datasets.Options{Raw: true}, Formats()...)
		if err != nil {
			t.Fatal(err)
		}
		want.Name, _, _ = strings.Cut(spec, ":")
		if len(sets) != 1 || !reflect.DeepEqual(sets[0], want) {
			t.Errorf("%s is not the data set expected", spec)
		}
	}
}

// The sum of the grades by the highest attainable is the mean of the scores.
func TestKindsRatedByFraction(t *testing.T) {
	sets, err := datasets.Open("synthetic-networks:40", datasets.Options{Rating: datasets.Fraction}, Formats()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range sets[0].Respondents {
		sum := 0.0
		for _, s := range r.Scores {
			sum += s
		}
		if want := sum / float64(len(r.Scores)); math.Abs(r.Rating-want) > 1e-12 {
			t.Errorf("%s: rating %v, want %v", r.ID, r.Rating, want)
		}
	}
}

func FuzzParseSize(f *testing.F) {
	for _, s := range []string{"1", "1000000:7", "0", "-1", "x", "1:", ":", "1:2:3", "99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, size string) {
		n, _, msg := parseSize(size)
		if (msg == "") != (n >= 1 && n <= MostRespondents) || strings.ContainsAny(msg, "\n\r") {
			t.Errorf("%q: %d, %q", size, n, msg)
		}
	})
}

func TestKindsUsage(t *testing.T) {
	_, err := datasets.Open("synthetic-networks:10:", datasets.Options{}, Formats()...)
	usage, ok := errors.AsType[*datasets.UsageError](err)
	if !ok || usage.Spec != "synthetic-networks:10:" {
		t.Errorf("error %v (%T), want a *UsageError with the specification", err, err)
	}
}
