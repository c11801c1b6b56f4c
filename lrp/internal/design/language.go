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

// Foreign returns the language of a data set, "" if it is English or unknown.
func Foreign(ds *datasets.Dataset) string {
	if l := Language(ds); l != "English" {
		return l
	}
	return ""
}

// Analyzer returns the analyzer given, or that for the language of a data set if there is none. With
// allWords, it keeps stop words.
func Analyzer(ds *datasets.Dataset, given *text.Analyzer, allWords bool) text.Analyzer {
	var a text.Analyzer
	if given != nil {
		a = *given
	} else {
		a = text.For(Language(ds))
	}
	if allWords {
		return a.AllWords()
	}
	return a
}

// LanguageWarnings says why the analyzer does not fit the language of a data set, if it does not.
func LanguageWarnings(ds *datasets.Dataset, a text.Analyzer) []string {
	if w := a.Mismatch(Language(ds)); w != "" {
		return []string{w}
	}
	return nil
}
