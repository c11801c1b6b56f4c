package grades

import "testing"

// Sums of squared cosines are the same to the bit by the postings of all known texts and by those
// of their own.
func TestSquares(t *testing.T) {
	x := newExam(essays(12, 3, 60, true, 1), true)
	q := prepare(t, Model{}, x).questions[0]
	texts := q.texts[3:]
	shared := q.newSquares(texts)
	if shared.texts != q.allPostings() {
		t.Error("most of the known texts have postings of their own")
	}
	own := &squares{q.postings(texts), len(texts), make([]int, len(texts)), shared.heights}
	for k := range texts {
		own.number[k], shared.heights[k] = k, 1/float64(3+k)
	}
	for _, other := range q.texts {
		if got, want := shared.at(other.grams.all()), own.at(other.grams.all()); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
	if few := q.newSquares(q.texts[:2]); few.texts == q.allPostings() {
		t.Error("few of the known texts have the postings of all")
	}
}
