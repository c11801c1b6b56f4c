package published

import (
	"math"
	"testing"
)

func TestSimilarities(t *testing.T) {
	for _, c := range []struct {
		response, other               string
		bwo, fwo, content, ced, chars float64
	}{
		// "a" is a substring of "stack"; words {a,heap} and {stack}; 4 of 6 and 5 characters
		// differ.
		{"a heap", "Stack", 1, 0, 0, editsByHand("a   h e a p", "s t a c k"), editsByHand("a heap", "stack")},
		{"The Stack<br> ", "the stack", 1, 1, 1, 1, 1},
		// {the, stack} and {a, stack}: 1 of 3 words with stop words, 1 of 1 without.
		{"the stack", "a stack", 1, 1.0 / 3, 1, editsByHand("t h e   s t a c k", "a   s t a c k"), 1 - 3.0/9},
		{"", "stack", 0, 0, 0, 0, 0},
		{"", "", 0, 0, 0, 0, 0},
	} {
		a, b := newAnswer(c.response), newAnswer(c.other)
		for name, pair := range map[string][2]float64{
			"BWO": {substringOverlap(a, b), c.bwo}, "FWO": {allWordsJaccard(a, b), c.fwo},
			"NNO": {contentJaccard(a, b), c.content}, "CED": {spacedEdits(a, b), c.ced}, "WED": {characterEdits(a, b), c.chars},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-12 {
				t.Errorf(
					"%s of %q and %q: %v, want %v", name, c.response, c.other, pair[0], pair[1],
				)
			}
		}
	}
}

// editsByHand is the textbook recursion.
func editsByHand(a, b string) float64 {
	var distance func(i, j int) int
	known := make(map[[2]int]int)
	distance = func(i, j int) int {
		if i == 0 || j == 0 {
			return i + j
		}
		if d, ok := known[[2]int{i, j}]; ok {
			return d
		}
		change := 1
		if a[i-1] == b[j-1] {
			change = 0
		}
		d := min(distance(i-1, j-1)+change, distance(i-1, j)+1, distance(i, j-1)+1)
		known[[2]int{i, j}] = d
		return d
	}
	return 1 - float64(distance(len(a), len(b)))/float64(max(len(a), len(b)))
}

func TestNeighbourRatings(t *testing.T) {
	var answers []*answer
	for _, s := range []string{"red car", "red boat", "red car", "green", "red car"} {
		answers = append(answers, newAnswer(s))
	}
	n := newNeighbours(contentJaccard, [][]*answer{answers})
	rating := []float64{0.1, 0.2, 0.3, 0.4, 0.5}
	for i, want := range []float64{0.3, 0.1, 0.1, 0, 0.1} {
		// The first of equally similar respondents counts, other than the respondent; without
		// similarity the rating is 0.
		if got := n.ratings(i, []int{0, 1, 2, 3}, rating)[0]; got != want {
			t.Errorf("respondent %d: %v, want %v", i, got, want)
		}
	}
}
