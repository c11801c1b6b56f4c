package regress

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/numbers"
)

// decomposed is a ridge system with one of its Gram matrices in tridiagonal form.
//
//	dual:   Xc Xcᵀ = R T Rᵀ, R n x (n-1), its columns orthonormal and orthogonal to 1
//	primal: XcᵀXc = V T Vᵀ, V p' x p' orthogonal, and R = Xc V
//
// In either case the leave-one-out error of row i follows from the row rᵢ of R by rᵢᵀ(T+αI)⁻¹rᵢ and
// rᵢᵀ(T+αI)⁻¹z.
type decomposed struct {
	*ridgeSystem
	dual  bool
	t     *tridiagonal
	basis *mat.Dense // dual: Rᵀ; primal: V
	rt    []float64  // Rᵀ, order x n
	z     []float64  // Rᵀ yc
	place []int      // primal: columns that vary
}

func (s *ridgeSystem) decompose() *decomposed {
	d := &decomposed{ridgeSystem: s, dual: s.c.varying >= s.n-1}
	if d.dual {
		d.decomposeDual()
	} else {
		d.decomposePrimal()
	}
	return d
}

// decomposeDual reflects 1 onto the first axis. The rest of the centred Gram matrix then has all of
// its eigenvalues except the one that is certainly 0.
func (d *decomposed) decomposeDual() {
	n, gram := d.n, d.p.Gram
	if gram == nil {
		gram = Gram(d.c.x)
	}
	data, _ := centreGram(gram, false)
	k := blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: n, Data: data}

	v := slices.Repeat([]float64{1 / math.Sqrt(float64(n))}, n)
	v[0]++ // P = I - β v vᵀ,  P 1 = -√n e₀
	beta := 2 / dot(v, v)
	w := make([]float64, n)
	blas64.Symv(beta, k, vector(v), 0, vector(w))
	blas64.Axpy(-beta/2*dot(w, v), vector(v), vector(w))
	blas64.Syr2(-1, vector(v), vector(w), k)

	m := n - 1
	k.N, k.Data = m, data[n+1:]
	var q blas64.General
	d.t, q = tridiagonalise(k)

	// R = P[:, 1:] Q, kept transposed: Rᵀ = Qᵀ P[1:, :].
	d.basis = mat.NewDense(m, n, nil)
	u := make([]float64, m) // Qᵀ v[1:]
	blas64.Gemv(blas.Trans, 1, q, vector(v[1:]), 0, vector(u))
	for k := range m {
		row := d.basis.RawRowView(k)
		row[0] = -beta * u[k] * v[0]
		for i := range m {
			row[i+1] = q.Data[i*q.Stride+k] - beta*u[k]*v[i+1]
		}
	}
	d.rt = d.basis.RawMatrix().Data
	d.z = d.project(d.yc)
}

func (d *decomposed) decomposePrimal() {
	varying, place := d.c.places()
	d.place = varying
	m := d.order
	whole := blocks{list: []block{{columns: d.place}}}
	whole.addGrams(d.c)
	g := blas64.Symmetric{Uplo: blas.Upper, N: m, Stride: m, Data: whole.list[0].gram}
	var q blas64.General
	d.t, q = tridiagonalise(g)
	d.basis = mat.NewDense(m, m, q.Data)
	d.rotate(place)
	gradient := make([]float64, len(d.c.mean))
	d.c.transposed(gradient, d.yc)
	d.z = d.project(numbers.At(gradient, d.place))
}

// rotate sets rt to (Xc V)ᵀ.
func (d *decomposed) rotate(place []int) {
	shift, row := make([]float64, d.order), make([]float64, d.order)
	for a, j := range d.place {
		blas64.Axpy(d.c.mean[j], vector(d.basis.RawRowView(a)), vector(shift))
	}
	d.rt = make([]float64, d.order*d.n)
	for i, r := range d.c.x.all() {
		for q, v := range shift {
			row[q] = -v
		}
		for k, j := range r.Index {
			if !d.c.constant[j] {
				blas64.Axpy(r.Value[k], vector(d.basis.RawRowView(place[j])), vector(row))
			}
		}
		for q, v := range row {
			d.rt[q*d.n+i] = v
		}
	}
}

// project returns the coordinates of v: Rᵀ v or Vᵀ v.
func (d *decomposed) project(v []float64) []float64 {
	return times(d.basis, d.dual, v)
}

// expand returns the vector with the coordinates v: R v or V v.
func (d *decomposed) expand(v []float64) []float64 {
	return times(d.basis, !d.dual, v)
}

// times returns A v or, if it is not straight, Aᵀ v.
func times(a *mat.Dense, straight bool, v []float64) []float64 {
	var product mat.VecDense
	if straight {
		product.MulVec(a, mat.NewVecDense(len(v), v))
	} else {
		product.MulVec(a.T(), mat.NewVecDense(len(v), v))
	}
	return product.RawVector().Data
}

// fit solves for one penalty. The dual weights are w = Xcᵀ a with (Xc Xcᵀ + αI) a = yc.
func (d *decomposed) fit(alpha float64) (Model, error) {
	f := d.t.factor(alpha)
	p := len(d.c.mean)
	w, step := make([]float64, p), make([]float64, p)
	residual := append([]float64(nil), d.yc...) // yc - Xc w
	a, right := make([]float64, d.n), append([]float64(nil), d.yc...)
	diagnostics := Diagnostics{Alpha: alpha}

	var before float64
	for k := 0; ; k++ {
		if d.dual {
			coordinates := d.project(right)
			f.solve(coordinates)
			right = d.expand(coordinates)
			floats.Add(a, right)
			d.c.transposed(step, right)
		} else {
			d.c.transposed(step, residual)
			g := numbers.At(step, d.place)
			for q, j := range d.place {
				g[q] -= alpha * w[j]
			}
			coordinates := d.project(g)
			f.solve(coordinates)
			g = d.expand(coordinates)
			clear(step)
			for q, j := range d.place {
				step[j] = g[q]
			}
		}
		size := norm2(step)
		if k > 0 && !(size < before/2) {
			break // at the level of rounding
		}
		floats.Add(w, step)
		d.c.subtract(residual, d.yc, w)
		floats.AddScaledTo(right, residual, -alpha, a)
		diagnostics.Iterations = k
		length := norm2(w)
		if size == 0 || k == maxRefinements || k > 0 && size*(size/before) < 1e-15*length {
			break
		}
		before = size
	}
	if bad := d.violation(w, residual, alpha); !(bad < 1e-8) {
		diagnostics.Warnings = append(diagnostics.Warnings,
			fmt.Errorf("%w: ridge: the normal equations are off by %.2g: "+
				"the penalty %.2g is lost in rounding", ErrNoConvergence, bad, alpha))
	}
	return d.model(w, diagnostics)
}

// violation returns the maximum deviation from Xcᵀ r = α w for the residual r, each column relative
// to ||x|| ||yc||.
func (s *ridgeSystem) violation(w, residual []float64, alpha float64) float64 {
	g := make([]float64, len(w))
	s.c.transposed(g, residual)
	scale := norm2(s.yc)
	var worst float64
	for j, v := range g {
		if !s.c.constant[j] {
			worst = max(worst, math.Abs(v-alpha*w[j])/(s.c.norm[j]*scale))
		}
	}
	return worst
}
