package features

import (
	"math"
	"slices"
)

// shortlist takes the texts that are most similar to one: as many as are wanted, and all that are as similar as the last of
// these. Texts go by their numbers.
type shortlist struct {
	wanted int          // texts, at least 1
	most   int          // texts at most: from the last group of equals on that makes them more, none is taken
	there  []ratings    // only texts with ratings count; nil where all do
	except int32        // this text does not count; none if negative
	floor  float64      // texts less similar are not wanted any more
	full   int          // number of candidates at which those not wanted any more are dropped
	texts  []similarOne // the candidates
	best   []float64    // the wanted number of largest similarities: a heap, the smallest on top
	sorted []int32
}

// similarOne is a text by its number, with its similarity.
type similarOne struct {
	text       int32
	similarity float64
}

// newShortlist returns a list that wants the given number of texts, and their equals, of all.
func newShortlist(wanted, most int) *shortlist {
	s := &shortlist{wanted: wanted, most: most}
	s.reset(nil, -1)
	return s
}

// newNearest returns a list that wants the most similar text and its equals.
func newNearest() *shortlist { return newShortlist(1, math.MaxInt) }

// reset empties the list and says which texts are there to be chosen from.
func (s *shortlist) reset(there []ratings, except int32) {
	s.there, s.except = there, except
	s.floor, s.full, s.texts, s.best = math.Inf(-1), 2*s.wanted, s.texts[:0], s.best[:0]
}

// has reports whether a text can be chosen.
func (s *shortlist) has(text int32) bool {
	return text != s.except && (s.there == nil || s.there[text].n > 0)
}

// wants reports whether a text of the given similarity would be a candidate. Where it says no, it will not say yes later,
// nor for a smaller similarity.
func (s *shortlist) wants(similarity float64) bool { return similarity >= s.floor }

// offer takes a text that can be chosen among the candidates, if it is wanted.
func (s *shortlist) offer(text int32, similarity float64) {
	if !s.wants(similarity) {
		return
	}
	if s.wanted == 1 {
		if similarity > s.floor {
			s.floor, s.texts = similarity, s.texts[:0]
		}
		s.texts = append(s.texts, similarOne{text, similarity})
		return
	}
	s.texts = append(s.texts, similarOne{text, similarity})
	s.raise(similarity)
	if len(s.texts) >= s.full {
		s.drop()
		s.full = max(s.full, 2*len(s.texts))
	}
}

// raise takes the similarity among the best and raises the floor to the smallest of these.
func (s *shortlist) raise(similarity float64) {
	if len(s.best) < s.wanted {
		s.best = append(s.best, similarity)
		for k := len(s.best) - 1; k > 0 && s.best[k] < s.best[(k-1)/2]; k = (k - 1) / 2 {
			s.best[k], s.best[(k-1)/2] = s.best[(k-1)/2], s.best[k]
		}
	} else if similarity > s.best[0] {
		s.best[0] = similarity
		for k := 0; ; {
			c := 2*k + 1
			if c+1 < len(s.best) && s.best[c+1] < s.best[c] {
				c++
			}
			if c >= len(s.best) || s.best[k] <= s.best[c] {
				break
			}
			s.best[k], s.best[c] = s.best[c], s.best[k]
			k = c
		}
	}
	if len(s.best) == s.wanted {
		s.floor = max(s.floor, s.best[0])
	}
}

// drop drops the candidates that are not wanted any more.
func (s *shortlist) drop() {
	unwanted := func(t similarOne) bool { return !s.wants(t.similarity) }
	s.texts = slices.DeleteFunc(s.texts, unwanted)
	if len(s.texts) > s.most {
		// The last group is too large, whatever comes.
		s.floor = math.Nextafter(s.floor, math.Inf(1))
		s.texts = slices.DeleteFunc(s.texts, unwanted)
	}
}

// order orders the candidates that are wanted by falling similarity and then by number.
func (s *shortlist) order() {
	s.drop()
	slices.SortFunc(s.texts, func(a, b similarOne) int {
		switch {
		case a.similarity > b.similarity:
			return -1
		case a.similarity < b.similarity:
			return 1
		}
		return int(a.text - b.text)
	})
}

// numbers returns the candidates' numbers, ascending.
func (s *shortlist) numbers() []int32 {
	s.sorted = s.sorted[:0]
	for _, t := range s.texts {
		s.sorted = append(s.sorted, t.text)
	}
	slices.Sort(s.sorted)
	return s.sorted
}

// rankings lists, for each of a number of texts, those most similar to it by falling similarity; those equally similar are in one
// group. The groups of text a are those from first[a] to before first[a+1]; group g has the texts from begin[g] to before begin[g+1].
type rankings struct {
	first, begin, texts []int32
}

func newRankings(n int) *rankings {
	return &rankings{first: append(make([]int32, 0, n+1), 0), begin: []int32{0}}
}

// add appends the groups of the next text.
func (r *rankings) add(s *shortlist) {
	s.order()
	list := s.texts
	for k := 0; k < len(list); {
		end := k + 1
		for end < len(list) && list[end].similarity == list[k].similarity {
			end++
		}
		if end > s.most {
			break
		}
		for ; k < end; k++ {
			r.texts = append(r.texts, list[k].text)
		}
		r.begin = append(r.begin, int32(len(r.texts)))
	}
	r.first = append(r.first, int32(len(r.begin)-1))
}

// groups calls yield with each group of text a, until it returns false.
func (r *rankings) groups(a int32) func(yield func(texts []int32) bool) {
	return func(yield func([]int32) bool) {
		for g := r.first[a]; g < r.first[a+1]; g++ {
			if !yield(r.texts[r.begin[g]:r.begin[g+1]]) {
				return
			}
		}
	}
}
