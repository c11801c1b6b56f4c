package datasets

import "math"

// raterTotals returns the means of the totals that several people gave each row, NaN if nobody did,
// and the maximum that the cells state.
func (w *wideReader) raterTotals() (totals []float64, stated float64, err error) {
	totals = make([]float64, len(w.rows))
	for i, row := range w.rows {
		sum, n := 0.0, 0.0
		for _, k := range w.Raters {
			v, top, err := w.value(row, k)
			if err != nil {
				return nil, 0, err
			}
			stated = max(stated, top)
			if !math.IsNaN(v) {
				sum, n = sum+v, n+1
				w.highest = max(w.highest, v)
			}
		}
		totals[i] = sum / n
	}
	return totals, stated, nil
}

// setJudgements keeps the totals of several people where they are judgements of the only question.
func (w *wideReader) setJudgements(s Scale) {
	if len(w.Raters) == 0 || len(w.Questions) != 1 || w.top == 0 {
		return
	}
	for i, row := range w.rows {
		grades := make([]float64, len(w.Raters))
		for j, k := range w.Raters {
			v, _, _ := w.value(row, k)
			grades[j] = s.Rating(v)
			if v > w.top || v < w.low { // of another scale than the total
				return
			}
		}
		w.d.Respondents[i].Judgements = [][]float64{grades}
	}
}
