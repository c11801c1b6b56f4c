package report

import (
	"io"
	"slices"
	"strconv"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/experiment"
)

var csvHead = []string{
	"dataset", "synthetic", "sha256", "respondents", "questions", "train", "test", "rating_mean",
	"rating_sd",
	"seed", "trials", "train_fraction", "alpha", "protocol", "learn",
	"approach", "regressor", "rmse_mean", "rmse_sd", "rmse_ci95_low", "rmse_ci95_high", "mae_mean",
	"pearson_mean", "columns_mean",
}

// csvTests are the columns of the tests against CBG and against the approach with the lowest error.
var csvTests = []string{
	"p_cbg", "p_cbg_holm", "vs_cbg", "p_best", "p_best_holm", "vs_best",
}

// WriteCSV writes one row for each approach, regressor and data set, with columns named as in the
// JSON document, and with the p values and outcomes of [experiment.Tests]. Protocols with folds have
// two more columns, and the protocol "published" has the thesis's figures. Undefined values are
// empty, and numbers have as many digits as are needed to read them back unchanged.
func WriteCSV(w io.Writer, r *experiment.Report) error {
	head, folds := csvHead, foldsOf(r) > 0
	if folds {
		head = append(slices.Clone(head), "folds", "rmse_pooled")
	}
	printed := r.Protocol == "published"
	if printed {
		head = append(slices.Clone(head), "thesis_rmse_mean", "thesis_rmse_sd", "thesis_source")
	}
	head = append(slices.Clone(head), csvTests...)
	rows := [][]string{head}
	for _, d := range r.Datasets {
		tests := d.Tests()
		for i, res := range d.Results {
			record := []string{
				d.Name, strconv.FormatBool(d.Synthetic), d.SHA256, strconv.Itoa(d.Respondents),
				strconv.Itoa(d.Questions),
				strconv.Itoa(d.Train), strconv.Itoa(d.Test), sheet.Exact(d.RatingMean),
				sheet.Exact(d.RatingSD), strconv.FormatUint(r.Seed,
					10), strconv.Itoa(r.Trials), sheet.Exact(r.TrainFraction), sheet.Exact(r.Alpha),
				r.Protocol,
				string(d.Learn),
				res.Approach, res.Regressor, sheet.Exact(res.RMSEMean), sheet.Exact(res.RMSESD),
				sheet.Exact(res.RMSECI95[0]), sheet.Exact(res.RMSECI95[1]),
				sheet.Exact(res.MAEMean), sheet.Exact(res.PearsonMean), sheet.Exact(res.ColumnsMean),
			}
			if folds {
				record = append(record, strconv.Itoa(d.Folds), sheet.Exact(res.RMSEPooled))
			}
			if printed {
				record = append(record, csvThesis(res.Thesis)...)
			}
			for _, t := range []experiment.Test{tests.VsCBG[i], tests.VsBest[i]} {
				record = append(record, sheet.Exact(t.P), sheet.Exact(t.PHolm), string(t.Outcome))
			}
			rows = append(rows, record)
		}
	}
	return sheet.WriteRows(w, rows)
}

// csvThesis returns the cells of a figure of the thesis, empty ones if there is none.
func csvThesis(f *experiment.ThesisFigure) []string {
	if f == nil {
		return []string{"", "", ""}
	}
	return []string{sheet.Exact(f.RMSEMean), sheet.Exact(f.RMSESD), f.Source}
}
