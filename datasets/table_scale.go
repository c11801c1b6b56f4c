package datasets

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/columns"
)

// seenTop names the source of the highest attainable total if nothing states it.
const seenTop = "the highest total in the table"

// worstNote is the worst German grade; 1 is the best.
const worstNote = 6

// findTop finds the highest attainable total and the lowest one, and where they are from.
func (w *wideReader) findTop(totals []float64, stated float64) {
	sum := 0.0
	for q, p := range w.d.Points {
		if w.Rating >= 0 || w.Raters != nil || w.points != nil || w.Questions[q].Score >= 0 {
			sum += p
		}
	}
	inRow := 0.0
	if cell := columns.At(w.points, w.Rating); !columns.Missing(cell) {
		inRow, _, _ = w.numbers.Number(cell)
	}
	rated := slices.DeleteFunc(slices.Clone(totals), math.IsNaN)
	highest := slices.Max(append(rated, w.highest))
	above := columns.StatedMax(w.above)
	switch {
	case w.o.Max > 0:
		w.top, w.topFrom = w.o.Max, "--max"
	case w.letters != nil:
		w.top, w.topFrom = w.Max, "the best of the letter grades"
	case w.Max > 0:
		w.top, w.topFrom = w.Max, "from the header"
	case stated > 0:
		w.top, w.topFrom = stated, "as the cells state"
	case inRow > 0:
		w.top, w.topFrom = inRow, "from the row of points"
	case above > 0 && above >= highest:
		w.top, w.topFrom = above, "stated above the header"
	case w.guessed && w.Rating < 0 && sum > 0:
		w.top, w.topFrom = sum, "the sum of the highest scores"
	case sum > 0 && !w.guessed && (w.points != nil || w.Rating < 0 && w.Raters == nil || highest <= sum):
		w.top, w.topFrom = sum, "the sum of the points" // false if it is NaN
	case highest > 1:
		w.top, w.topFrom = highest, seenTop
	case len(rated) > 0:
		w.top, w.topFrom = 1, "no total is higher"
	}
	w.findLow(rated)
}

// oneUp is the highest maximum at which a scale is taken to begin with 1 if no rating is below 1.
const oneUp = 10

// findLow finds the lowest total.
func (w *wideReader) findLow(rated []float64) {
	lowest := 0.0
	if len(rated) > 0 {
		lowest = slices.Min(rated)
	}
	whole := !slices.ContainsFunc(rated, func(v float64) bool { return v != math.Trunc(v) })
	switch {
	case w.o.Min != nil:
		w.low, w.lowFrom = *w.o.Min, "--min"
	case w.Low != 0:
		w.low, w.lowFrom = w.Low, "from the header"
	case lowest < 0 && w.Rating >= 0:
		w.low, w.lowFrom = lowest, "the lowest total in the table"
	case lowest == 1 && whole && w.top > 1 && w.top <= oneUp && w.topFrom == seenTop && len(rated) > 2:
		w.low, w.lowFrom = 1, "the lowest rating, and all are whole"
	}
	if w.low >= w.top && w.top > 0 {
		w.low, w.lowFrom = min(w.low, w.top-1), ""
	}
}
