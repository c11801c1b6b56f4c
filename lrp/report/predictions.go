package report

import (
	"encoding/csv"
	"io"
	"strconv"

	"github.com/luna-rating/luna/lrp/experiment"
)

// WritePredictions writes the predictions of all trials, which [experiment.Options].Predictions asks
// for, as CSV: one row for each data set, trial, approach, regressor and respondent of the test part.
// Trials count from 1; rating and prediction are in [0,1], with as many digits as are needed to read
// them back unchanged; low and high are the ends of a learner's interval, empty for other approaches.
// The RMSE of a group of data set, trial, approach and regressor is that of the report.
func WritePredictions(w io.Writer, r *experiment.Report) error {
	out := csv.NewWriter(w)
	err := out.Write([]string{"dataset", "trial", "approach", "regressor", "respondent", "rating",
		"prediction", "low", "high"})
	if err != nil {
		return err
	}
	for _, d := range r.Datasets {
		for _, res := range d.Results {
			for _, p := range res.Predictions {
				err := out.Write([]string{
					d.Name, strconv.Itoa(p.Trial + 1), res.Approach, res.Regressor,
					d.Data.Respondents[p.Respondent].ID, exact(d.Ratings[p.Respondent]),
					exact(p.Rating), exact(p.Interval[0]), exact(p.Interval[1]),
				})
				if err != nil {
					return err
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}
