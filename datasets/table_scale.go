package datasets

import (
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
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
	rated := numbers.Known(totals)
	highest := slices.Max(append(rated, w.highest))
	above := columns.StatedMax(w.above)
	if w.grades == nil {
		w.askMaxima(inRow, stated)
	}
	switch {
	case w.o.Max > 0:
		w.top, w.topFrom = w.o.Max, "--max"
	case w.grades != nil:
		w.top, w.topFrom = w.Max, "the best of the grades"
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
	if w.topFrom == seenTop {
		w.askOutlier(rated)
		if w.Rating >= 0 && !w.guessed {
			w.askAbove(rated, sum)
		}
	}
}

// askAbove doubts a few totals above the sum of the points that can be had.
func (w *wideReader) askAbove(rated []float64, sum float64) {
	above := len(slices.DeleteFunc(slices.Clone(rated), func(v float64) bool { return !(v > sum) }))
	if sum > 0 && above > 0 && 10*above <= len(rated) {
		w.doubt(fmt.Sprintf("%s%s above %s, the sum of the points", text.Count(above, "total"), w.inRating(),
			figure(sum)), "correct them, or give the highest attainable total with --max")
	}
}

// askMaxima doubts maxima that contradict each other.
func (w *wideReader) askMaxima(inRow, inCells float64) {
	first, said := 0.0, ""
	for _, m := range []struct {
		top   float64
		where string
	}{{w.Max, "in the header"}, {inRow, "in the row of points"}, {inCells, "in the cells"}} {
		if m.top <= 0 || w.o.Max > 0 {
			continue
		}
		if said += fmt.Sprintf(", %s %s", figure(m.top), m.where); first > 0 && m.top != first {
			w.doubt("different highest totals: "+said[2:], "correct them, or give it with --max")
			return
		}
		first = m.top
	}
}

// askOutlier doubts a highest total that is far beyond the next one, as by a slip.
func (w *wideReader) askOutlier(rated []float64) {
	slices.Sort(rated)
	next := slices.IndexFunc(rated, func(v float64) bool { return v == w.top })
	if next < 8 || w.top < 2.5*rated[next-1] {
		return
	}
	w.doubt(fmt.Sprintf("a highest total of %s%s, while the next is %s", figure(w.top), w.inRating(),
		figure(rated[next-1])), "correct it, or give the highest attainable total with --max")
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
	case w.o.Best == "low" && lowest >= 1:
		w.low, w.lowFrom = 1, "the best grade"
	case lowest < 0 && w.Rating >= 0:
		w.low, w.lowFrom = lowest, "the lowest total in the table"
	case lowest == 1 && whole && w.top > 1 && w.top <= oneUp && w.topFrom == seenTop && len(rated) > 2 &&
		w.Rating >= 0 && columns.NamesScale(w.Header[w.Rating]):
		w.low, w.lowFrom = 1, "the lowest rating, and all are whole"
	}
	if w.low >= w.top && w.top > 0 {
		w.low, w.lowFrom = min(w.low, w.top-1), ""
	}
}
