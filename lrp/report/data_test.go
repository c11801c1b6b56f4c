package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/lrp/experiment"
)

func TestJSONReadsBack(t *testing.T) {
	want := awkward()
	var got experiment.Report
	if err := json.Unmarshal(written(t, func(w io.Writer) error { return WriteJSON(w, want) }),
		&got); err != nil {
		t.Fatal(err)
	}
	for i := range want.Datasets {
		want.Datasets[i].Ratings = nil // not in the document
	}
	if diff := cmp.Diff(want, &got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
}

func TestCSVReadsBack(t *testing.T) {
	r := awkward()
	rows, err := csv.NewReader(bytes.NewReader(written(t,
		func(w io.Writer) error { return WriteCSV(w, r) }))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	number := func(row []string, name string) float64 {
		if row[at[name]] == "" {
			return math.NaN()
		}
		x, err := strconv.ParseFloat(row[at[name]], 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	rows = rows[1:]
	for _, d := range r.Datasets {
		for _, res := range d.Results {
			row := rows[0]
			rows = rows[1:]
			if row[at["dataset"]] != d.Name || row[at["approach"]] != res.Approach ||
				row[at["regressor"]] != res.Regressor {
				t.Fatalf("row %q for %s, %s, %s", row, d.Name, res.Approach, res.Regressor)
			}
			for name, want := range map[string]float64{
				"rmse_mean": res.RMSEMean, "rmse_sd": res.RMSESD, "rmse_ci95_low": res.RMSECI95[0],
				"rmse_ci95_high": res.RMSECI95[1],
				"mae_mean":       res.MAEMean, "pearson_mean": res.PearsonMean,
				"columns_mean": res.ColumnsMean, "rating_sd": d.RatingSD,
			} {
				if got := number(row, name); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
					t.Errorf("%s of %s: %v, want %v", name, res.Approach, got, want)
				}
			}
		}
	}
	if len(rows) > 0 {
		t.Errorf("%d rows too many", len(rows))
	}
}
