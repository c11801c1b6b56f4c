package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/luna-rating/luna/lrp/experiment"
)

// result holds the errors on a data set.
type result struct {
	Dataset     string  `json:"dataset"`
	Respondents int     `json:"respondents"`
	Questions   int     `json:"questions"`
	Trials      int     `json:"trials"`
	Constant    float64 `json:"constant"` // RMSE of the constant best guess
	Cells       []cell  `json:"cells"`
}

// cell holds the RMSE of each regressor with one approach.
type cell struct {
	Approach string             `json:"approach"`
	RMSE     map[string]float64 `json:"rmse"`
}

// best returns the least error.
func (c cell) best() float64 { return slices.Min(slices.Collect(maps.Values(c.RMSE))) }

func newResult(d *experiment.DatasetReport, trials int) result {
	r := result{Dataset: d.Name, Respondents: d.Respondents, Questions: d.Questions, Trials: trials}
	for _, found := range d.Results {
		if found.Approach == "CBG" {
			r.Constant = rounded(found.RMSEMean)
			continue
		}
		i := slices.IndexFunc(r.Cells, func(c cell) bool { return c.Approach == found.Approach })
		if i < 0 {
			i = len(r.Cells)
			r.Cells = append(r.Cells, cell{found.Approach, make(map[string]float64)})
		}
		r.Cells[i].RMSE[found.Regressor] = rounded(found.RMSEMean)
	}
	return r
}

// rounded rounds to the four decimals that are printed, so that equal errors are ties.
func rounded(rmse float64) float64 { return math.Round(rmse*1e4) / 1e4 }

// print writes the table of a data set. A star marks the least error of a row.
func (r result) print(out io.Writer) error {
	fmt.Fprintf(out, "%s: %d respondents, %d questions, %d trials\n",
		r.Dataset, r.Respondents, r.Questions, r.Trials)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "approach\tCBG\t")
	names := slices.Sorted(maps.Keys(r.Cells[0].RMSE))
	for _, name := range names {
		fmt.Fprintf(w, "%s\t", name)
	}
	fmt.Fprintln(w)
	for _, c := range r.Cells {
		fmt.Fprintf(w, "%s\t%.4f\t", c.Approach, r.Constant)
		for _, name := range names {
			mark := ""
			if c.RMSE[name] == c.best() {
				mark = "*"
			}
			fmt.Fprintf(w, "%s%.4f\t", mark, c.RMSE[name])
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	return w.Flush()
}

// readResults reads what append wrote; nothing if there is no file yet.
func readResults(file string) ([]result, error) {
	f, err := os.Open(file)
	if file == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []result
	for d := json.NewDecoder(f); ; {
		var r result
		err := d.Decode(&r)
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		list = append(list, r)
	}
}

// append adds the result to a file, or does nothing if the name is empty.
func (r result) append(file string) error {
	if file == "" {
		return nil
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(f).Encode(r), f.Close())
}
