package report

import (
	"io"
	"slices"

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

// csvMore are the columns of whole points, of the true ratings that are predicted, and of the grades
// of answers.
var csvMore = []string{
	"points_kappa", "points_exact", "points_adjacent", "points_smd",
	"prmse", "agreement_accuracy", "agreement_kappa", "agreement_rmse", "baseline_accuracy",
	"baseline_kappa", "baseline_rmse",
}

// csvMoreCells returns the cells of these columns, empty ones where nothing is known.
func csvMoreCells(r *experiment.Result) []any {
	cells := slices.Repeat([]any{""}, len(csvMore))
	if p := r.Points; p != nil {
		copy(cells, []any{p.Kappa, p.Exact, p.Adjacent, p.SMD})
	}
	if r.PRMSE != nil {
		cells[4] = *r.PRMSE
	}
	if g := r.Grades; g != nil {
		for i, a := range []experiment.Agreement{g.All, g.Baseline} {
			copy(cells[5+3*i:], []any{a.Accuracy, a.Kappa, a.RMSE})
		}
	}
	return cells
}

// WriteCSV writes one row for each approach, regressor and data set, with columns named as in the
// JSON document, and with the p values and outcomes of [experiment.Tests]. The agreement in points and
// of grades, and PRMSE, follow, empty where they are unknown. Protocols with folds have
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
	head = slices.Concat(head, csvTests, csvMore)
	var rows [][]any
	for _, d := range r.Datasets {
		tests := d.Tests()
		for i, res := range d.Results {
			record := []any{
				d.Name, d.Synthetic, d.SHA256, d.Respondents, d.Questions, d.Train, d.Test, d.RatingMean,
				d.RatingSD, r.Seed, r.Trials, r.TrainFraction, r.Alpha, r.Protocol, d.Learn, res.Approach,
				res.Regressor, res.RMSEMean, res.RMSESD, res.RMSECI95[0], res.RMSECI95[1], res.MAEMean,
				res.PearsonMean, res.ColumnsMean,
			}
			if folds {
				record = append(record, d.Folds, res.RMSEPooled)
			}
			if printed {
				record = append(record, csvThesis(res.Thesis)...)
			}
			for _, t := range []experiment.Test{tests.VsCBG[i], tests.VsBest[i]} {
				record = append(record, t.P, t.PHolm, t.Outcome)
			}
			record = append(record, csvMoreCells(&res)...)
			rows = append(rows, record)
		}
	}
	return sheet.WriteRows(w, head, rows)
}

// csvThesis returns the cells of a figure of the thesis, empty ones if there is none.
func csvThesis(f *experiment.ThesisFigure) []any {
	if f == nil {
		return []any{"", "", ""}
	}
	return []any{f.RMSEMean, f.RMSESD, f.Source}
}
