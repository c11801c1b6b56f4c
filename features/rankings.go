package features

import (
	"cmp"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
)

// rankings lists, for each of a number of texts, the texts most similar to it by falling
// similarity. Equally similar ones are in one group. A last group of nil stands for all others,
// which have nothing in common with the text.
type rankings [][][]int32

// groups returns the matches as groups of a ranking.
func (s *topMatches) groups() [][]int32 {
	s.prune()
	var groups [][]int32
	for list := s.matches; len(list) > 0; {
		n := slices.IndexFunc(list, func(m match) bool { return m.similarity != list[0].similarity })
		if n < 0 {
			n = len(list)
		}
		groups = append(groups, numbers.Map(list[:n], func(m match) int32 { return m.text }))
		list = list[n:]
	}
	if s.threshold == math.Nextafter(s.least, math.Inf(1)) { // the least similar ones were too many
		groups = append(groups, nil)
	}
	return groups
}

// topMatches collects the k texts most similar to a query, and all others that are as similar as
// the last of these. Texts are identified by number.
type topMatches struct {
	k         int       // at least 1
	limit     int       // a group of equals that makes the list longer is left out
	least     float64   // no text is less similar; NaN if that is not known
	given     []ratings // only texts with ratings are eligible; all are if nil
	except    int32     // this text is not eligible; negative if all are
	threshold float64   // less similar texts are not accepted any more
	matches   []match
	pruneAt   int // number of matches at which those below the threshold are removed
}

// match is a text with its similarity.
type match struct {
	text       int32
	similarity float64
}

// newTopMatches returns a list of the k best matches among all texts.
func newTopMatches(k, limit int, least float64) *topMatches {
	s := &topMatches{k: k, limit: limit, least: least}
	s.reset(nil, -1)
	return s
}

// reset empties the list and sets which texts are eligible.
func (s *topMatches) reset(given []ratings, except int32) {
	s.given, s.except = given, except
	s.threshold, s.matches, s.pruneAt = math.Inf(-1), s.matches[:0], 2*s.k
}

// eligible reports whether a text can be added.
func (s *topMatches) eligible(text int32) bool {
	return text != s.except && (s.given == nil || s.given[text].n > 0)
}

// accepts reports whether a text of the given similarity would be added. Once it would not, no
// text of this or a smaller similarity will be.
func (s *topMatches) accepts(similarity float64) bool { return similarity >= s.threshold }

// distance returns an edit distance beyond which no text is accepted, if the longer one has up to
// the given number of symbols. It may be larger than it has to be: rounding must not decide.
func (s *topMatches) distance(longer int) int {
	most := int(min(1, 1-s.threshold)*float64(longer) + 0.001)
	if s.threshold > 0 {
		most = min(most, max(longer-1, 0)) // they have a symbol in common
	}
	return most
}

// add adds an eligible text, if it is accepted.
func (s *topMatches) add(text int32, similarity float64) {
	if !s.accepts(similarity) {
		return
	}
	if s.k == 1 {
		if similarity > s.threshold {
			s.threshold, s.matches = similarity, s.matches[:0]
		}
		s.matches = append(s.matches, match{text, similarity})
		return
	}
	s.matches = append(s.matches, match{text, similarity})
	if len(s.matches) >= s.pruneAt {
		s.prune()
		s.pruneAt = max(2*s.k, 2*len(s.matches))
	}
}

// prune sorts the matches by falling similarity, then by text, and removes those less similar than
// the last of the k best.
func (s *topMatches) prune() {
	slices.SortFunc(s.matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.similarity, a.similarity), cmp.Compare(a.text, b.text))
	})
	below := func(m match) bool { return !s.accepts(m.similarity) }
	if len(s.matches) >= s.k {
		s.threshold = max(s.threshold, s.matches[s.k-1].similarity)
		s.matches = slices.DeleteFunc(s.matches, below)
	}
	if len(s.matches) > s.limit {
		// The last group is too large and can only grow.
		s.threshold = math.Nextafter(s.threshold, math.Inf(1))
		s.matches = slices.DeleteFunc(s.matches, below)
	}
}

// texts returns the numbers of the matching texts, ascending.
func (s *topMatches) texts() []int32 {
	list := numbers.Map(s.matches, func(m match) int32 { return m.text })
	slices.Sort(list)
	return list
}
