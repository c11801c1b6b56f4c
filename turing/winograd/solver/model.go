package solver

import (
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/wsc"
)

// cuesOf computes the cues of all problems.
func cuesOf(problems []wsc.Problem) ([]choice, error) {
	l, err := loadLexicon()
	if err != nil {
		return nil, err
	}
	choices := make([]choice, len(problems))
	parallel.Each(len(problems), func(i int) {
		choices[i] = choice{l.rows(problems[i]), problems[i].Right}
	})
	return choices, nil
}

// best returns the candidate of the highest score. Of equal scores the first text in alphabetical
// order counts, so that the order of the candidates does not matter.
func best(w []float64, c choice, candidates []string) int {
	scores := score(w, c.rows)
	at := 0
	for k := range scores {
		if scores[k] > scores[at] || scores[k] == scores[at] && candidates[k] < candidates[at] {
			at = k
		}
	}
	return at
}
