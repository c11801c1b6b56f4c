package auto

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// What questions count is found from the ratings and scores of those who have both, without those
// who are left out too. It is not looked for where they count equally or few have both.
func TestPoints(t *testing.T) {
	x := civics(60)
	h := defaultHyper()
	p := prepare(t, Model{}, x)
	training := x.unequal()
	for i, y := range training.Ratings {
		training.Ratings[i] = .2 + .7*y
	}
	want := pointsFor(len(x.questions))
	floats.Scale(float64(len(want))/floats.Sum(want), want)
	b := p.newProblem(training)
	b.computeKernels(h)
	for k := -1; k < 3; k++ {
		some := b.without(h, func(i int) bool { return i%3 == k })
		if !floats.EqualApprox(some.points, want, .05) {
			t.Errorf("without part %d: found the points %.3f, expected %.3f", k, some.points, want)
		}
	}
	if got := p.newProblem(x.withScores()).points; got != nil {
		t.Errorf("found the points %.3f of questions that count equally", got)
	}
	if got := p.newProblem(training.only([]int{0, 1, 2, 3, 4, 5, 6, 7})).points; got != nil {
		t.Errorf("found the points %.3f by six respondents", got)
	}
	rng := rand.New(rand.NewPCG(6, 1))
	for i := range training.Ratings {
		training.Ratings[i] = rng.Float64()
	}
	if got := p.newProblem(training).points; got != nil {
		t.Errorf("found the points %.3f by ratings that do not depend on scores", got)
	}
}

// Fits in which questions count unequally predict better than by ratings alone, their explanations
// add up, and they are restored.
func TestUnequalPoints(t *testing.T) {
	const train = 64
	x := civics(train + 150)
	all := x.unequal()
	x.ratings = all.Ratings
	p := prepare(t, fixed(), x)
	f := fitTo(t, p, Training{all.Responses[:train], all.Ratings[:train], all.Scores[:train]})
	if f.points == nil {
		t.Fatal("questions count equally")
	}
	if a, b := x.error(f, train), x.error(fit(t, p, x, train), train); a > .85*b {
		t.Errorf("RMSE %.4f, %.4f by ratings alone", a, b)
	}
	for i, r := range x.responses {
		e := f.Explain(r)
		sum := e.Base + e.Whole
		for _, part := range e.Parts {
			sum += part.Effect
		}
		if math.Abs(sum-e.Rating) > 1e-12 {
			t.Fatalf("respondent %d: the parts add up to %v, expected %v", i, sum, e.Rating)
		}
	}
	checkRestored(t, f, x, Training{all.Responses[:train], all.Ratings[:train], all.Scores[:train]})
}

// The penalty of the ridge regression has the least error by generalised cross-validation, of which
// the errors and weights are those of the normal equations.
func TestRidge(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	const n, q = 14, 4
	x, y := mat.NewDense(n, q, normal(rng, n*q, .3)), make([]float64, n)
	center(x)
	for i := range y {
		y[i] = dot(x.RawRowView(i), []float64{1, -.5, 0, 2}) + .2*rng.NormFloat64()
	}
	floats.AddConst(-floats.Sum(y)/n, y)
	best, weights := math.Inf(1), []float64(nil)
	for power := -16.0; power <= 4; power++ {
		var a, inverse, hat mat.Dense
		a.Mul(x.T(), x)
		for k := range q {
			a.Set(k, k, a.At(k, k)+math.Pow(4, power)*n/12)
		}
		if err := inverse.Inverse(&a); err != nil {
			t.Fatal(err)
		}
		var w, fitted mat.VecDense
		w.MulVec(x.T(), mat.NewVecDense(n, y))
		w.MulVec(&inverse, mat.VecDenseCopyOf(&w))
		fitted.MulVec(x, &w)
		hat.Product(x, &inverse, x.T())
		left := floats.Distance(y, fitted.RawVector().Data, 2)
		// The mean takes one more degree of freedom.
		if e := left * math.Sqrt(n) / (n - 1 - hat.Trace()); e < best {
			best, weights = e, w.RawVector().Data
		}
	}
	got, noise := ridge(x, y)
	if math.Abs(noise-best) > 1e-9 || !floats.EqualApprox(got, weights, 1e-9) {
		t.Errorf("found %v with the error %v, expected %v with %v", got, noise, weights, best)
	}
}
