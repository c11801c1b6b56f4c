package datasets

import "math"

// raterTotals returns the means of the totals that several people gave each row, NaN if nobody did.
func (w *wideReader) raterTotals() ([]float64, error) {
	totals := make([]float64, len(w.rows))
	for i, row := range w.rows {
		sum, n := 0.0, 0.0
		for _, k := range w.Raters {
			v, _, err := w.value(row, k)
			if err != nil {
				return nil, err
			}
			if !math.IsNaN(v) {
				sum, n = sum+v, n+1
				w.highest = max(w.highest, v)
			}
		}
		totals[i] = sum / n
	}
	return totals, nil
}

// setJudgements keeps the totals of several people where they are judgements of the only question.
func (w *wideReader) setJudgements() {
	if len(w.Raters) == 0 || len(w.Questions) != 1 || w.top == 0 {
		return
	}
	for i, row := range w.rows {
		grades := make([]float64, len(w.Raters))
		for j, k := range w.Raters {
			v, _, _ := w.value(row, k)
			grades[j] = (v - w.low) / (w.top - w.low)
			if v > w.top || v < w.low { // of another scale than the total
				return
			}
		}
		w.d.Respondents[i].Judgements = [][]float64{grades}
	}
}
