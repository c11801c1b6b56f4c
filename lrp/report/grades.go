package report

import (
	"io"
	"strconv"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/experiment"
)

// WriteGrades writes the grades that learners gave the responses of all test parts, which
// [experiment.Options].Predictions asks for, as CSV: one row for each data set, approach, question,
// trial and respondent. Trials count from 1, as in [WritePredictions]. Score, which is empty where
// the data has none, and prediction are in [0,1]. Seen says whether a training respondent of the
// trial gave the question a text of the same words.
func WriteGrades(w io.Writer, r *experiment.Report) error {
	rows := [][]any{{"dataset", "trial", "approach", "respondent", "question", "score", "prediction",
		"seen"}}
	for _, d := range r.Datasets {
		for _, res := range d.Results {
			for j, grades := range res.Graded {
				for _, g := range grades {
					rows = append(rows, []any{
						d.Name, g.Trial + 1, res.Approach, d.Data.Respondents[g.Respondent].ID,
						d.Data.Questions[j].ID,
						sheet.Exact(g.Score), sheet.Exact(g.Predicted), strconv.FormatBool(!g.Unseen),
					})
				}
				if err := sheet.Write(w, sheet.Dialect{}, rows); err != nil {
					return err
				}
				rows = rows[:0]
			}
		}
	}
	return sheet.Write(w, sheet.Dialect{}, rows) // the head, if there are no grades
}

// questionTables returns the agreement by question of each learner's grades with the scores.
func (v *view) questionTables() (tables []table) {
	judges := map[string]experiment.Agreement{}
	if v.Human != nil {
		for _, q := range v.Human.Questions {
			judges[q.ID] = experiment.MeanAgreement(q.VsOthers)
		}
	}
	type question = experiment.QuestionGrades
	of := func(title, about string, value func(question) float64) column[question] {
		return number(title, about, func(q question) string { return decimal(value(q), 3) })
	}
	const rmse = "root mean square difference of grade and score, from 0 to 1"
	for i := range v.Results {
		g := v.Results[i].Grades
		if g == nil || len(g.Questions) == 0 {
			continue
		}
		n := len(g.Questions)
		t := newTable(clean(v.Results[i].Approach)+": grades and scores by question",
			g.Questions[:min(n, maxQuestions)],
			words("question", func(q question) string { return nameOf(q.ID) }),
			number("responses", "with a score in the test parts of all trials",
				func(q question) string { return strconv.Itoa(q.Responses) }),
			of("accuracy", "", func(q question) float64 { return q.All.Accuracy }),
			of("QWK", "", func(q question) float64 { return q.All.Kappa }),
			of("r", "", func(q question) float64 { return q.All.Pearson }),
			of("RMSE", rmse, func(q question) float64 { return q.All.RMSE }),
			number("unseen", "responses with a text that nobody in the training part gave",
				func(q question) string { return strconv.Itoa(q.Unseen) }),
			of("QWK unseen", "", func(q question) float64 { return q.OnUnseen.Kappa }),
			of("RMSE unseen", rmse, func(q question) float64 { return q.OnUnseen.RMSE }),
			of("QWK judge", "one judge with the mean of the others, on all responses",
				func(q question) float64 { return judges[q.ID].Kappa }).unless(len(judges) == 0),
			of("RMSE judge", "one judge and the mean of the others, on all responses",
				func(q question) float64 { return judges[q.ID].RMSE }).unless(len(judges) == 0))
		t.Folded, t.Note = n >= minFolded || len(tables) > 0, leftOut(n, "question")
		tables = append(tables, t)
	}
	return tables
}
