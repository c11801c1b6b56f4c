package auto

import (
	"fmt"
	"testing"

	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// BenchmarkFit fits synthetic exams and chooses the hyper-parameters.
func BenchmarkFit(b *testing.B) {
	for _, n := range []int{0, 20, 100, 558, 1500, 5000} {
		x := newExam(lrptest.Civics(max(n, 1), 5), true)
		p := prepare(b, Model{}, x)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				fit(b, p, x, n)
			}
		})
	}
}

// BenchmarkFew fits a class: few respondents with responses of their own, for whom all is chosen
// anew without parts of them.
func BenchmarkFew(b *testing.B) {
	x := newExam(essays(24, 8, 120, true, 1), true)
	p := prepare(b, Model{}, x)
	for b.Loop() {
		fit(b, p, x, 24)
	}
}

// BenchmarkRating predicts the ratings of respondents whose texts are known beforehand.
func BenchmarkRating(b *testing.B) {
	x := civics(600)
	f := fit(b, prepare(b, fixed(), x), x, 558)
	i := 0
	for b.Loop() {
		predict(f, x.responses[i%600])
		i++
	}
}

// BenchmarkInterval computes their intervals.
func BenchmarkInterval(b *testing.B) {
	x := civics(600)
	f := fit(b, prepare(b, fixed(), x), x, 558)
	i := 0
	for b.Loop() {
		interval(f, x.responses[i%600])
		i++
	}
}

// BenchmarkLong reads, prepares and fits exams of long responses: respondents by questions by
// characters.
func BenchmarkLong(b *testing.B) {
	for _, size := range []struct {
		respondents, questions, characters int
		keyed                              bool
	}{{1688, 5, 240, false}, {200, 26, 1500, true}} {
		name := fmt.Sprintf("%dx%dx%d", size.respondents, size.questions, size.characters)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			ds := essays(size.respondents, size.questions, size.characters, size.keyed, 1)
			for b.Loop() {
				x := newExam(ds, true)
				fit(b, prepare(b, Model{}, x), x, size.respondents)
			}
		})
	}
}
