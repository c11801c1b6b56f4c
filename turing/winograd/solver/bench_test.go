package solver

import "testing"

func BenchmarkFit(b *testing.B) {
	choices, err := cuesOf(Samples())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		fit(choices, all())
	}
}

func BenchmarkCues(b *testing.B) {
	problems := Samples()
	if _, err := cuesOf(problems); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := cuesOf(problems); err != nil {
			b.Fatal(err)
		}
	}
}
