package grades

import (
	"fmt"
	"testing"

	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// BenchmarkFit fits synthetic exams and chooses the hyper-parameters.
func BenchmarkFit(b *testing.B) {
	for _, n := range []int{0, 20, 100, 558, 1500, 5000} {
		x := newExam(lrptest.Civics(n, 5), true)
		p := prepare(b, Model{}, x)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				fit(b, p, x, n)
			}
		})
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
