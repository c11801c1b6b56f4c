package numbers

import "testing"

// The first numbers of some streams. They must never change, since published results name a seed.
func TestStream(t *testing.T) {
	golden := []struct {
		seed  uint64
		label string
		i     int
		want  [2]uint64
	}{
		{1, "split", 0, [2]uint64{0xbeb2b0556427d6d2, 0x88e0021b474f8c34}},
		{1, "split", 1, [2]uint64{0x654b5627857c56e5, 0xbd8decf0617df8f6}},
		{2, "split", 0, [2]uint64{0x6a8321136475dcac, 0xf739c61d32c03fa4}},
		{1, "ran", 0, [2]uint64{0x7d6ace6127b78b5, 0x2ed7656947c7347e}},
	}
	for _, g := range golden {
		r := Stream(g.seed, g.label, g.i)
		if got := [2]uint64{r.Uint64(), r.Uint64()}; got != g.want {
			t.Errorf("Stream(%d, %q, %d) draws %#x, want %#x", g.seed, g.label, g.i, got, g.want)
		}
	}
}

func TestStreamsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(10) {
		for _, label := range []string{"", "a", "b", "ab"} {
			for i := range 10 {
				v := Stream(seed, label, i).Uint64()
				if seen[v] {
					t.Fatalf("seed %d, label %q, i %d repeats another stream", seed, label, i)
				}
				seen[v] = true
			}
		}
	}
}
