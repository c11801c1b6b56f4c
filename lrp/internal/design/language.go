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

// Chosen is the analyzer for the texts of a data set, and how it was chosen.
type Chosen struct {
	text.Analyzer
	Language string // of the texts, as [text.Language] guesses; "" if it could not be told
	// Foreign is the language that the analyzer was chosen for, "" if that is English or unknown,
	// or the analyzer was given.
	Foreign string
	// Warnings say why the analyzer does not fit the language, if it does not.
	Warnings []string
}

// Choose returns the analyzer given, or that for the language of a data set if there is none. With
// allWords, it keeps stop words.
func Choose(ds *datasets.Dataset, given *text.Analyzer, allWords bool) Chosen {
	c := Chosen{Language: Language(ds)}
	if given != nil {
		c.Analyzer = *given
	} else if c.Analyzer = text.For(c.Language); c.Language != "English" {
		c.Foreign = c.Language
	}
	if allWords {
		c.Analyzer = c.AllWords()
	}
	if w := c.Mismatch(c.Language); w != "" {
		c.Warnings = []string{w}
	}
	return c
}
