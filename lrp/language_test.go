package lrp

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
)

// TestLanguageWarning warns of English stop words in German texts, in a model and in a report.
func TestLanguageWarning(t *testing.T) {
	german := &datasets.Dataset{Name: "d", Questions: []datasets.Question{{
		ID: "1", Text: "Was ist eine Zelle?", Key: []string{"die kleinste Einheit des Lebens"},
	}}}
	for i := range 6 {
		german.Respondents = append(german.Respondents, datasets.Respondent{
			ID: string(rune('a' + i)), Rating: float64(i) / 5, Responses: []string{
				strings.Repeat("das ist ein Teil der Pflanze und nicht des Tieres ", i+1)},
		})
	}
	for _, c := range []struct {
		analyzer text.Analyzer
		warned   bool
	}{{text.English, true}, {text.Analyzer{}, false}} {
		m, err := Train(context.Background(), german,
			TrainOptions{Approach: "CBG", Analyzer: &c.analyzer, Folds: -1})
		if err != nil {
			t.Fatal(err)
		}
		approaches, err := Approaches("CBG")
		if err != nil {
			t.Fatal(err)
		}
		report, err := Evaluate(context.Background(), []*datasets.Dataset{german},
			Options{Trials: 1, Analyzer: &c.analyzer, Approaches: approaches})
		if err != nil {
			t.Fatal(err)
		}
		const want = "the texts look German, but English stop words are left out: " +
			"--language auto chooses by the texts, --stopwords none keeps all words"
		for _, warnings := range [][]string{m.Info().Warnings, report.Datasets[0].Warnings} {
			if slices.Contains(warnings, want) != c.warned {
				t.Errorf("analyzer %q: warnings %q", c.analyzer.Name, warnings)
			}
		}
	}
}
