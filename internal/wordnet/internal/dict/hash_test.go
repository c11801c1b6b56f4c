package dict

import "testing"

// TestHashedLemmas compares with the binary search, for all lemmas of a small dictionary and for
// other strings.
func TestHashedLemmas(t *testing.T) {
	d, err := Read(fileMap(nil), "")
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(d)
	queries := []string{"", "no such lemma", "GO"}
	for l := range d.Lemmas() {
		w := d.Words.At(d.Lemma[l])
		queries = append(queries, w, w+"x", w[1:])
	}
	for _, q := range queries {
		want, found := d.Find(q)
		for cut := range len(q) + 1 {
			if got, ok := x.FindJoined(q[:cut], q[cut:]); ok != found || ok && got != want {
				t.Errorf("%q, cut after %d, is lemma %d, %v; the binary search says %d, %v",
					q, cut, got, ok, want, found)
			}
		}
		if got, ok := x.Find(q); ok != found || ok && got != want {
			t.Errorf("%q is lemma %d, %v; the binary search says %d, %v", q, got, ok, want, found)
		}
	}
}

// Find returns the number of a lemma in lower case by a binary search.
func (d *Dictionary) Find(lemma string) (int, bool) {
	lo, hi := 0, d.Lemmas()
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if fold(d.Words.At(d.Lemma[mid]), lemma) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < d.Lemmas() && fold(d.Words.At(d.Lemma[lo]), lemma) == 0
}
