package approach

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// DataWarnings returns what AUTO, if among the approaches, has to say about a data set that they
// are to be evaluated on or fitted to, one sentence each.
func DataWarnings(ds *datasets.Dataset, approaches ...Approach) []string {
	var list []string
	for _, a := range approaches {
		if auto, ok := a.Learner.(Auto); ok {
			list = append(list, auto.DataWarnings(ds)...)
		}
	}
	return list
}

// DataWarnings says whether the prior was learned from the data set, by the digests of its
// questions and by its name. AUTO then knows how these questions were graded before it is trained,
// and an error measured on the data set is too low.
func (a Auto) DataWarnings(ds *datasets.Dataset) []string {
	if a.Model.Prior == nil || len(a.Model.Prior.Exams) == 0 {
		return nil
	}
	cache := text.NewCache(text.Analyzer{})
	questions := make([]*features.Question, len(ds.Questions))
	for j, q := range ds.Questions {
		questions[j] = features.NewQuestion(q.ID, q.Key, nil, cache)
		questions[j].Text = cache.Doc(q.Text)
	}
	count, exams := a.Model.Prior.Known(ds.Name, questions)
	if len(exams) == 0 {
		return nil
	}
	common := "an exam of the same name"
	if count > 0 {
		common = fmt.Sprintf("%d of the %d questions here", count, len(questions))
	}
	return []string{fmt.Sprintf("the prior of AUTO was learned from %s (%s): "+
		"errors of AUTO measured here are too low", common, strings.Join(exams, ", "))}
}

// fewTexts is the number of respondents below which how common a response is says little. With nobody
// rated, transductive predictions were then worse than others on most data sets.
const fewTexts = 20

// TransductiveWarning returns what there is to beware of with a transductive fit that knows the texts
// of so many respondents, "" if nothing.
func TransductiveWarning(respondents int) string {
	if respondents >= fewTexts {
		return ""
	}
	return fmt.Sprintf("transductive: how common a response is says little among so few respondents: "+
		"found %d, expected at least %d", respondents, fewTexts)
}
