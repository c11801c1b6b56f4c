package featuretest

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// TestCatalog checks every feature of the catalog.
//
//luna:race
func TestCatalog(t *testing.T) {
	names := make(map[string]bool)
	for _, e := range features.Catalog() {
		t.Run(e.Name(), func(t *testing.T) {
			if err := Check(e); err != nil {
				t.Error(err)
			}
		})
		if names[e.Name()] {
			t.Errorf("the catalog has %s twice", e.Name())
		}
		names[e.Name()] = true
	}
}

// fault is an extractor of one column that breaks a rule.
type fault struct{ kind string }

func (f fault) Name() string                                   { return "FAULT" }
func (f fault) Description() string                            { return "breaks a rule" }
func (f fault) Kind() features.Kind                            { return features.ResponseBased }
func (f fault) Prepare(q *features.Question) features.Prepared { return prepared{f, q} }

type prepared struct {
	fault
	q *features.Question
}

func (p prepared) Fit(train []features.Rated) features.Fitted {
	f := fitted{prepared: p, train: slices.Clone(train), known: make(map[*text.Doc]bool)}
	for _, d := range p.q.Docs {
		f.known[d] = true
	}
	switch p.kind {
	case "keeps training":
		f.train = train
	case "changes input":
		train[0].Rating = 0.5
	}
	return f
}

type fitted struct {
	prepared
	train []features.Rated
	known map[*text.Doc]bool
}

// isKey reports whether the response is an acceptable answer.
func (f fitted) isKey(d *text.Doc) bool { return slices.Contains(f.q.Key, d) }

func (f fitted) Columns() []string {
	if f.kind == "names twice" {
		return []string{"a", "a"}
	}
	return []string{"a"}
}

func (f fitted) Append(row *features.Row, d *text.Doc) {
	switch f.kind {
	case "not finite":
		row.Add(0, math.NaN())
	case "column out of range":
		row.Add(1, 1)
	case "knows beforehand":
		if f.known[d] {
			row.Add(0, 1)
		}
	case "own answer":
		if f.isKey(d) {
			row.Add(0, 1)
		}
	case "order":
		row.Add(0, f.train[0].Rating)
	default:
		row.Add(0, float64(len(d.Words)))
	}
}

func (f fitted) AppendTrain(row *features.Row, i int) {
	switch f.kind {
	case "leaks":
		// The mean of all training ratings, including its own.
		sum := 0.0
		for _, t := range f.train {
			sum += t.Rating
		}
		row.Add(0, sum/float64(len(f.train)))
	case "keeps training":
		row.Add(0, float64(len(f.train[i].Doc.Words)))
	default:
		f.Append(row, f.train[i].Doc)
	}
}

// TestCheckFinds proves that each check can fail. One of its extractors changes what others read,
// so the race detector must not see it.
func TestCheckFinds(t *testing.T) {
	if err := Check(fault{"none"}); err != nil {
		t.Errorf("a sound extractor: %v", err)
	}
	for kind, want := range map[string]string{
		"leaks":               "leaks into its own row",
		"names twice":         "not unique",
		"not finite":          "value NaN",
		"column out of range": "column 1 after -1, of 1",
		"knows beforehand":    "known beforehand",
		"order":               "order of the training set",
		"own answer":          "compared with itself",
		"changes input":       "inputs were changed",
		"keeps training":      "Fit has to copy what it keeps",
	} {
		err := Check(fault{kind})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %v, expected an error with %q", kind, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "panic") {
			t.Errorf("%s: found %v", kind, err)
		}
	}
}
