package features

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
