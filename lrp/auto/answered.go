package auto

import (
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// In some data sets a question without an answer counts as much as any other, in others a rating is
// the mean over the questions that were answered, and in yet others some questions were left out
// because nobody asked them. So the mean grade of a respondent is
//
//	Σ_q c_q·σ(g_q) / Σ_q c_q
//
// where c_q is 1 - Skipped for a question without an answer and 1 for another.

// Blank is how a question without an answer counts in a rating.
type Blank string

// How a question without an answer counts.
const (
	// BlankAuto leaves it to the training set: it counts as a text of its own, unless the ratings
	// say clearly that it counts less.
	BlankAuto Blank = ""
	// BlankZero counts it as an answer that is worth nothing.
	BlankZero Blank = "zero"
	// BlankIgnore leaves it out: a rating is the mean over the questions that were answered.
	BlankIgnore Blank = "ignore"
	// BlankText treats it as a text like any other, whose grade is learned.
	BlankText Blank = "text"
)

// minBlank is the share of questions without an answer from which Skipped is searched.
const minBlank = 0.02

// minBlankScore is the mean score of questions without an answer from which these have some worth.
const minBlankScore = 0.05

// skipSteps are the values of Skipped that are tried.
var skipSteps = []float64{0, 0.5, 0.75, 1}

// skipping is the direction of [search] along which Skipped grows as the factor falls, but not to
// 0.
var skipping = direction{scale: func(h *hyper, factor float64) {
	k := slices.Index(skipSteps, h.Skipped) - int(math.Round(math.Log2(factor)))
	h.Skipped = skipSteps[min(max(k, 1), len(skipSteps)-1)]
}, sd: math.Inf(1)}

// blankShare returns how much the grade of a question without an answer counts, as a share of that
// of another.
func (h *hyper) blankShare() float64 {
	if h.Zero {
		return 0
	}
	return 1 - h.Skipped
}

// worthOf returns that share for a response.
func (h *hyper) worthOf(d *text.Doc) float64 {
	if blank(d) {
		return h.blankShare()
	}
	return 1
}

// count returns how much a question counts with this response: c_q.
func (h *hyper) count(d *text.Doc) float64 {
	if blank(d) {
		return 1 - h.Skipped
	}
	return 1
}

// blank reports whether there is no answer.
func blank(d *text.Doc) bool { return strings.TrimSpace(d.Raw) == "" }

// weight returns how many times as much a question of one point that was answered counts with these
// responses as it would if all were: Q / Σ_q c_q, or 0 if no question counts. Points may be nil for
// 1.
func (h *hyper) weight(responses []*text.Doc, points []float64) float64 {
	n := 0.0
	for j, d := range responses {
		n += pointsOf(points, j) * h.count(d)
	}
	if n > 0 {
		return float64(len(responses)) / n
	}
	return 0
}

// blanks returns the share of questions without an answer.
func blanks(responses [][]*text.Doc) float64 {
	all, none := 0, 0
	for _, r := range responses {
		all += len(r)
		for _, d := range r {
			if blank(d) {
				none++
			}
		}
	}
	return float64(none) / float64(max(1, all))
}

// skipped returns the search for hyper-parameters by which questions without an answer count less.
// The others follow how much they count, so it climbs from both ends and keeps the better result.
func (s search) skipped(h hyper) (best *search, err error) {
	s.directions = append(slices.Clip(s.directions), skipping)
	for _, h.Skipped = range []float64{skipSteps[1], skipSteps[len(skipSteps)-1]} {
		from := s
		if err := from.climbFrom(h); err != nil {
			return nil, err
		}
		if best == nil || from.best > best.best {
			best = &from
		}
	}
	return best, nil
}

// fewer reports whether ratings are predicted clearly better if questions without an answer count
// less, as the others have it, than by h. The errors of the linearised model, by which they lead,
// are too small where grades are near 0 or 1, so cross-validation with refits has a say. Weak
// evidence leaves such questions their weight.
func (b *problem) fewer(h, others *hyper, lead float64) (bool, error) {
	var squares [2]float64
	for k, x := range []*hyper{h, others} {
		left, err := b.crossValidate(x)
		if err != nil {
			return false, err
		}
		squares[k] = left.squares(x.calibration(b.Ratings))
	}
	return gain(squares[1], squares[0], len(numbers.Known(b.Ratings)))+lead > slightGain, nil
}
