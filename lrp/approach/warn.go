package approach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// DataWarnings returns the approaches' warnings about a data set that they are to be evaluated on
// or fitted to, one sentence each.
func DataWarnings(ds *datasets.Dataset, approaches ...Approach) []string {
	var list []string
	for _, a := range approaches {
		own := vectorWarnings(ds, a.Vectors)
		if auto, ok := a.Learner().(Auto); ok {
			own = auto.DataWarnings(ds)
		}
		for _, w := range own {
			if !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	return list
}

// fewKnown is the share of a data set's words below which word vectors are said to know few.
const fewKnown = .5

// vectorWarnings says whether word vectors know few of the words of the responses. No vectors do
// not say anything.
func vectorWarnings(ds *datasets.Dataset, v *embed.Vectors) []string {
	if v == nil {
		return nil
	}
	words, known := map[string]bool{}, 0
	for _, r := range ds.Respondents {
		for _, response := range r.Responses {
			for _, w := range (text.Analyzer{}).Tokens(response) {
				if words[w] {
					continue
				}
				words[w] = true
				if _, ok := v.Lookup(w); ok {
					known++
				}
			}
		}
	}
	if float64(known) >= fewKnown*float64(len(words)) {
		return nil
	}
	return []string{fmt.Sprintf("the word vectors know %d of the %d different words of the responses, "+
		"so they can compare few texts: are they of this language, and in lower case?", known,
		len(words))}
}

// DataWarnings says whether the user's word vectors know few words, whether the prior was learned
// with another encoder, and whether it was learned from the data set, by the digests of its
// questions and by its name. AUTO then knows how these questions were graded before it is trained,
// and an error measured on the data set is too low.
func (a Auto) DataWarnings(ds *datasets.Dataset) []string {
	list := append(vectorWarnings(ds, a.Model.Vectors), a.priorWarnings()...)
	if a.Model.Prior == nil || len(a.Model.Prior.Exams) == 0 {
		return list
	}
	cache := text.NewCache(text.Analyzer{})
	questions := make([]*features.Question, len(ds.Questions))
	for j, q := range ds.Questions {
		questions[j] = features.NewQuestion(q.ID, q.Key, nil, cache)
		questions[j].Text = cache.Doc(q.Text)
	}
	count, exams := a.Model.Prior.Known(ds.Name, questions)
	if len(exams) == 0 {
		return list
	}
	common := "an exam of the same name"
	if count > 0 {
		common = fmt.Sprintf("%d of the %d questions here", count, len(questions))
	}
	return append(list, fmt.Sprintf("the prior of AUTO was learned from %s (%s): "+
		"errors of AUTO measured here are too low", common, strings.Join(exams, ", ")))
}

// priorWarnings says whether the prior was learned with another encoder.
func (a Auto) priorWarnings() []string {
	m, err := a.Encoder()
	if err != nil || m == nil {
		return nil // which is an error elsewhere
	}
	a.Model.Encoder = m
	id, with := m.Identity(), "word vectors"
	if p := a.Model.Start(); p.Encoder != nil {
		if id.Same(*p.Encoder) == nil {
			return nil
		}
		with = "encoder " + p.Encoder.Name
	}
	return []string{fmt.Sprintf("AUTO has no prior for encoder %s and starts from one for %s, which matters "+
		"while few are rated; 'lrp prior' learns one", id.Name, with)}
}

// fewTexts is the number of respondents below which it says little how common a response is. With
// nobody rated, transductive predictions were then worse than others on most data sets.
const fewTexts = 20

// TransductiveWarning returns a warning about a transductive fit that knows the texts of so many
// respondents, or "" if there is nothing to warn of.
func TransductiveWarning(respondents int) string {
	if respondents >= fewTexts {
		return ""
	}
	return fmt.Sprintf("transductive: how common a response is says little among so few respondents: "+
		"found %d, expected at least %d", respondents, fewTexts)
}
