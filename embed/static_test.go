package embed

import "testing"

// The encoder inside the program has the vectors that were recorded when it was made, and texts
// that mean the same are nearer than others.
func TestStatic(t *testing.T) {
	m, err := Static()
	if err != nil {
		t.Fatal(err)
	}
	const want = "0b104d1d675390a8471e95c95fafcdd684f1757b9dd49dc43ff972766880e381"
	if id := m.Identity(); id.Dim != 256 || id.SHA256 != want || id.Name != "static" {
		t.Errorf("found %+v", id)
	}
	if v, err := decode(staticFile, "f", false); err != nil || v.Digest() != want {
		t.Errorf("%v, expected an undamaged file", err)
	}
	if size, _ := StaticChecksum(); size > 9<<20 {
		t.Errorf("%d bytes embedded", size)
	}
	cosine := func(a, b string) float64 { return Cosine(m.Vector(a), m.Vector(b)) }
	for _, x := range []struct{ text, near, far string }{
		{"The heart pumps blood.", "blood is pumped by the heart", "the president signs a bill"},
		{"it is less expensive", "because it is cheaper", "because it is heavier"},
		{"unbelievable", "incredible", "invertible"},
	} {
		if near, far := cosine(x.text, x.near), cosine(x.text, x.far); !(near > far+.1) {
			t.Errorf("%q is as near to %q (%.2f) as to %q (%.2f)", x.text, x.far, far, x.near, near)
		}
	}
	if a, b := cosine("CAFÉ au lait", "cafe au lait"), cosine("", "words"); a < .999999 || b != 0 {
		t.Errorf("found the cosines %v and %v, expected 1 and 0", a, b)
	}
	for _, x := range m.Vector("漢字 🙂 [UNK]") {
		if x != x {
			t.Fatal("not a number")
		}
	}
}
