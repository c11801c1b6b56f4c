package report

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

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

// csvMore are the columns of the true ratings that are predicted, and of the grades of answers.
var csvMore = []string{
	"prmse", "agreement_accuracy", "agreement_kappa", "agreement_rmse", "baseline_accuracy",
	"baseline_kappa", "baseline_rmse",
}

// csvMoreCells returns the cells of these columns, empty ones where nothing is known.
func csvMoreCells(r *experiment.Result) []string {
	cells := make([]string, len(csvMore))
	if r.PRMSE != nil {
		cells[0] = exact(*r.PRMSE)
	}
	if g := r.Grades; g != nil {
		for i, a := range []experiment.Agreement{g.All, g.Baseline} {
			copy(cells[1+3*i:], []string{exact(a.Accuracy), exact(a.Kappa), exact(a.RMSE)})
		}
	}
	return cells
}

// WriteCSV writes one row for each approach, regressor and data set, with columns named as in the
// JSON document, and with the p values and outcomes of [experiment.Tests]. PRMSE and the agreement of
// grades follow. Protocols with folds have
// two more columns, and the protocol "published" has the thesis's figures. Undefined values are
// empty, and numbers have as many digits as are needed to read them back unchanged.
func WriteCSV(w io.Writer, r *experiment.Report) error {
	out := csv.NewWriter(w)
	head, folds := csvHead, foldsOf(r) > 0
	if folds {
		head = append(slices.Clone(head), "folds", "rmse_pooled")
	}
	printed := r.Protocol == "published"
	if printed {
		head = append(slices.Clone(head), "thesis_rmse_mean", "thesis_rmse_sd", "thesis_source")
	}
	head = slices.Concat(head, csvTests, csvMore)
	if err := out.Write(head); err != nil {
		return err
	}
	for _, d := range r.Datasets {
		tests := d.Tests()
		for i, res := range d.Results {
			record := []string{
				d.Name, strconv.FormatBool(d.Synthetic), d.SHA256, strconv.Itoa(d.Respondents),
				strconv.Itoa(d.Questions),
				strconv.Itoa(d.Train), strconv.Itoa(d.Test), exact(d.RatingMean), exact(d.RatingSD),
				strconv.FormatUint(r.Seed,
					10), strconv.Itoa(r.Trials), exact(r.TrainFraction), exact(r.Alpha), r.Protocol,
				string(d.Learn),
				res.Approach, res.Regressor, exact(res.RMSEMean), exact(res.RMSESD),
				exact(res.RMSECI95[0]), exact(res.RMSECI95[1]),
				exact(res.MAEMean), exact(res.PearsonMean), exact(res.ColumnsMean),
			}
			if folds {
				record = append(record, strconv.Itoa(d.Folds), exact(res.RMSEPooled))
			}
			if printed {
				record = append(record, csvThesis(res.Thesis)...)
			}
			for _, t := range []experiment.Test{tests.VsCBG[i], tests.VsBest[i]} {
				record = append(record, exact(t.P), exact(t.PHolm), string(t.Outcome))
			}
			if err := out.Write(append(record, csvMoreCells(&res)...)); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// csvThesis returns the cells of a figure of the thesis, empty ones if there is none.
func csvThesis(f *experiment.ThesisFigure) []string {
	if f == nil {
		return []string{"", "", ""}
	}
	return []string{exact(f.RMSEMean), exact(f.RMSESD), f.Source}
}

func exact(x float64) string {
	if !defined(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
