package published

import "sync"

// neighbours compares the responses to each question with each other, each pair once.
type neighbours struct {
	similarity similarity
	answers    [][]*answer // [question][respondent]
	mu         sync.Mutex
	known      map[[2]*answer]float64
}

func newNeighbours(s similarity, answers [][]*answer) *neighbours {
	return &neighbours{similarity: s, answers: answers, known: make(map[[2]*answer]float64)}
}

func (n *neighbours) compare(a, b *answer) float64 {
	pair := [2]*answer{a, b}
	n.mu.Lock()
	s, ok := n.known[pair]
	n.mu.Unlock()
	if ok {
		return s
	}
	s = n.similarity(a, b)
	n.mu.Lock()
	n.known[pair], n.known[[2]*answer{b, a}] = s, s
	n.mu.Unlock()
	return s
}

// ratings returns, for each question, the rating of the training respondent other than i
// whose response is most similar to i's: the first of equally similar ones, 0 where none is
// similar at all.
func (n *neighbours) ratings(i int, train []int, rating []float64) []float64 {
	nearest := make([]float64, len(n.answers))
	for j, answers := range n.answers {
		best := 0.0
		for _, t := range train {
			if t == i {
				continue
			}
			if s := n.compare(answers[i], answers[t]); s > best {
				best, nearest[j] = s, rating[t]
			}
		}
	}
	return nearest
}
