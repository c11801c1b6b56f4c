package grades

import (
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/features/text"
)

// In some data sets a question without an answer counts as much as any other, in others a rating is
// the mean over the questions that were answered, and in yet others some questions were left out
// because nobody asked them. So the mean grade of a respondent is
//
//	Σ_q c_q·σ(g_q) / Σ_q c_q
//
// where c_q is 1 - Skipped for a question without an answer and 1 for another.

// minBlank is the share of questions without an answer from which Skipped is searched.
const minBlank = 0.02

// skipSteps are the values of Skipped that are tried.
var skipSteps = []float64{0, 0.5, 0.75, 1}

// skipping is the direction of [search] along which Skipped grows as the factor falls. All its values
// but 0 are as likely, and 0 more so.
var skipping = direction{func(h *hyper, factor float64) {
	k := slices.Index(skipSteps, h.Skipped) - int(math.Round(math.Log2(factor)))
	h.Skipped = skipSteps[min(max(k, 0), len(skipSteps)-1)]
}, math.Inf(1), 1}

// count returns how much a question counts with this response: c_q.
func (h *hyper) count(d *text.Doc) float64 {
	if blank(d) {
		return 1 - h.Skipped
	}
	return 1
}

// blank reports whether there is no answer.
func blank(d *text.Doc) bool { return strings.TrimSpace(d.Raw) == "" }

// counted returns how many questions count for a respondent who has answered some of all.
func (h *hyper) counted(answered, all int) float64 {
	return float64(all) - h.Skipped*float64(all-answered)
}

// weight returns how many times as much a question counts as it would if all did, 0 if none does.
func (h *hyper) weight(answered, all int) float64 {
	if n := h.counted(answered, all); n > 0 {
		return float64(all) / n
	}
	return 0
}

// answers returns the number of questions that were answered.
func answers(responses []*text.Doc) int {
	n := 0
	for _, d := range responses {
		if !blank(d) {
			n++
		}
	}
	return n
}

// blanks returns the share of questions without an answer.
func blanks(responses [][]*text.Doc) float64 {
	all, answered := 0, 0
	for _, r := range responses {
		all += len(r)
		answered += answers(r)
	}
	return 1 - float64(answered)/float64(max(1, all))
}

// weights returns the weight of the questions for each respondent.
func (h *hyper) weights(responses [][]*text.Doc) []float64 {
	w := make([]float64, len(responses))
	for i, r := range responses {
		w[i] = h.weight(answers(r), len(r))
	}
	return w
}
