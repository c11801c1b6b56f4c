package features

import (
	"cmp"
	"math"
	"slices"
)

// rankings lists, for each of a number of texts, the texts most similar to it by falling
// similarity. Equally similar ones are in one group. Text a has the groups first[a] to
// first[a+1]-1; group g has the texts begin[g] to begin[g+1]-1 of texts.
type rankings struct {
	first, begin, texts []int32
}

func newRankings(n int) *rankings {
	return &rankings{first: append(make([]int32, 0, n+1), 0), begin: []int32{0}}
}

// add appends the groups of the next text.
func (r *rankings) add(s *topMatches) {
	s.prune()
	list := s.matches
	for k := 0; k < len(list); {
		end := k + 1
		for end < len(list) && list[end].similarity == list[k].similarity {
			end++
		}
		if end > s.limit {
			break
		}
		for ; k < end; k++ {
			r.texts = append(r.texts, list[k].text)
		}
		r.begin = append(r.begin, int32(len(r.texts)))
	}
	r.first = append(r.first, int32(len(r.begin)-1))
}

// groups yields the groups of text a, if it was added.
func (r *rankings) groups(a int32) func(yield func(texts []int32) bool) {
	return func(yield func([]int32) bool) {
		if int(a) >= len(r.first)-1 {
			return
		}
		for g := r.first[a]; g < r.first[a+1]; g++ {
			if !yield(r.texts[r.begin[g]:r.begin[g+1]]) {
				return
			}
		}
	}
}

// topMatches collects the k texts most similar to a query, and all others that are as similar as
// the last of these. Texts are identified by number.
type topMatches struct {
	k         int       // at least 1
	limit     int       // a group of equals that makes the list longer is left out
	given     []ratings // only texts with ratings are eligible; all are if nil
	except    int32     // this text is not eligible; negative if all are
	threshold float64   // less similar texts are not accepted any more
	matches   []match
	pruneAt   int // number of matches at which those below the threshold are removed
	sorted    []int32
}

// match is a text with its similarity.
type match struct {
	text       int32
	similarity float64
}

// newTopMatches returns a list of the k best matches among all texts.
func newTopMatches(k, limit int) *topMatches {
	s := &topMatches{k: k, limit: limit}
	s.reset(nil, -1)
	return s
}

// newNearestMatches returns a list of the best match and its equals.
func newNearestMatches() *topMatches { return newTopMatches(1, math.MaxInt) }

// reset empties the list and sets which texts are eligible.
func (s *topMatches) reset(given []ratings, except int32) {
	s.given = given
	s.except = except
	s.threshold = math.Inf(-1)
	s.matches, s.pruneAt = s.matches[:0], 2*s.k
}

// eligible reports whether a text can be added.
func (s *topMatches) eligible(text int32) bool {
	return text != s.except && (s.given == nil || s.given[text].n > 0)
}

// accepts reports whether a text of the given similarity would be added. Once it would not, no
// text of this or a smaller similarity will be.
func (s *topMatches) accepts(similarity float64) bool { return similarity >= s.threshold }

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

// texts returns the numbers of the matching texts, ascending. They are valid until the next call.
func (s *topMatches) texts() []int32 {
	s.sorted = s.sorted[:0]
	for _, m := range s.matches {
		s.sorted = append(s.sorted, m.text)
	}
	slices.Sort(s.sorted)
	return s.sorted
}
