package design

import (
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
)

// Language guesses the language of a data set, as [text.Language] does.
func Language(ds *datasets.Dataset) string {
	var texts []string
	for _, q := range ds.Questions {
		texts = append(append(texts, q.Text), q.Key...)
	}
	for _, r := range ds.Respondents {
		texts = append(texts, r.Responses...)
	}
	return text.Language(texts...)
}

// LanguageWarnings says why the analyzer does not fit the language of a data set, if it does not.
func LanguageWarnings(ds *datasets.Dataset, a text.Analyzer) []string {
	if w := a.Mismatch(Language(ds)); w != "" {
		return []string{w}
	}
	return nil
}
