package report

import (
	"io"
	"strconv"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/experiment"
)

// WritePredictions writes the predictions of all trials, which [experiment.Options].Predictions asks
// for, as CSV: one row for each data set, trial, approach, regressor and respondent of the test part.
// Trials count from 1; rating and prediction are in [0,1], with as many digits as are needed to read
// them back unchanged; low and high are the ends of a learner's interval, empty for other approaches.
// The RMSE of a group of data set, trial, approach and regressor is that of the report.
func WritePredictions(w io.Writer, r *experiment.Report) error {
	rows := [][]any{{"dataset", "trial", "approach", "regressor", "respondent", "rating", "prediction",
		"low", "high"}}
	for _, d := range r.Datasets {
		for _, res := range d.Results {
			for _, p := range res.Predictions {
				rows = append(rows, []any{
					d.Name, strconv.Itoa(p.Trial + 1), res.Approach, res.Regressor,
					d.Data.Respondents[p.Respondent].ID, sheet.Exact(d.Ratings[p.Respondent]),
					sheet.Exact(p.Rating), sheet.Exact(p.Interval[0]), sheet.Exact(p.Interval[1]),
				})
			}
			if err := sheet.Write(w, sheet.Dialect{}, rows); err != nil {
				return err
			}
			rows = rows[:0]
		}
	}
	return nil
}
