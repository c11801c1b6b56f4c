package regress

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// decomposed is a ridge system with the eigenvalues Λ of one of its Gram matrices.
//
//	dual:   Xc Xcᵀ = R Λ Rᵀ, R n x (n-1), its columns orthonormal and orthogonal to 1
//	primal: XcᵀXc = V Λ Vᵀ, V p' x p' orthogonal, and R = Xc V
//
// In either case the leave-one-out error of row i follows from the row rᵢ of R by rᵢᵀ(Λ+αI)⁻¹rᵢ and
// rᵢᵀ(Λ+αI)⁻¹z.
type decomposed struct {
	*ridgeSystem
	dual   bool
	values []float64  // Λ, at least 0
	basis  *mat.Dense // dual: R; primal: V
	r      *mat.Dense // R
	z      []float64  // Rᵀ yc
	place  []int      // primal: columns that vary
}

// decompose returns nil if the eigenvalues are not found.
func (s *ridgeSystem) decompose() *decomposed {
	return s.decomposeAs(s.c.varying >= s.n-1)
}

func (s *ridgeSystem) decomposeAs(dual bool) *decomposed {
	d := &decomposed{ridgeSystem: s, dual: dual}
	if d.dual && !d.decomposeDual() || !d.dual && !d.decomposePrimal() {
		return nil
	}
	d.z = make([]float64, len(d.values))
	blas64.Gemv(blas.Trans, 1, d.r.RawMatrix(), vector(d.yc), 0, vector(d.z))
	return d
}

// decomposeDual decomposes the centred Gram matrix plus a multiple of 11ᵀ that makes 1 the
// eigenvector of the greatest eigenvalue, which is left out.
func (d *decomposed) decomposeDual() bool {
	n, gram := d.n, d.p.Gram
	if gram == nil {
		gram = Gram(d.c.x)
	}
	k := centredGram(gram)
	raw := k.RawSymmetric()
	shift := 2 * mat.Trace(k) / float64(n)
	for i := range n {
		for j := i; j < n; j++ {
			raw.Data[i*raw.Stride+j] += shift
		}
	}
	if !d.factorize(k) {
		return false
	}
	d.values = d.values[:n-1]
	d.basis = d.basis.Slice(0, n, 0, n-1).(*mat.Dense)
	d.r = d.basis
	return true
}

// factorize sets values and basis to those of a matrix. Rounding may have made values negative.
func (d *decomposed) factorize(a *mat.SymDense) bool {
	var eigen mat.EigenSym
	if !eigen.Factorize(a, true) {
		return false
	}
	d.values, d.basis = eigen.Values(nil), new(mat.Dense)
	eigen.VectorsTo(d.basis)
	for k, v := range d.values {
		d.values[k] = max(v, 0)
	}
	return true
}

func (d *decomposed) decomposePrimal() bool {
	place := make([]int, len(d.c.mean)) // index of a column among those that vary
	for j, constant := range d.c.constant {
		place[j] = len(d.place)
		if !constant {
			d.place = append(d.place, j)
		}
	}
	if !d.factorize(d.gram(place)) {
		return false
	}
	shift := make([]float64, d.order) // meanᵀ V
	for a, j := range d.place {
		blas64.Axpy(d.c.mean[j], vector(d.basis.RawRowView(a)), vector(shift))
	}
	d.r = mat.NewDense(d.n, d.order, nil)
	for i, r := range d.c.x.all() {
		row := vector(d.r.RawRowView(i))
		blas64.Axpy(-1, vector(shift), row)
		for k, j := range r.Index {
			if !d.c.constant[j] {
				blas64.Axpy(r.Value[k], vector(d.basis.RawRowView(place[j])), row)
			}
		}
	}
	return true
}

// gram returns XcᵀXc = XᵀX - n mean meanᵀ for the columns that vary.
func (d *decomposed) gram(place []int) *mat.SymDense {
	m := d.order
	g := make([]float64, m*m) // the upper triangle
	for a, j := range d.place {
		for b, i := range d.place[a:] {
			g[a*m+a+b] = -float64(d.n) * d.c.mean[j] * d.c.mean[i]
		}
	}
	for _, r := range d.c.x.all() {
		for k, j := range r.Index {
			if d.c.constant[j] {
				continue
			}
			row := g[place[j]*m : (place[j]+1)*m]
			v := r.Value[k]
			for l := k; l < len(r.Index); l++ {
				if i := r.Index[l]; !d.c.constant[i] {
					row[place[i]] += v * r.Value[l]
				}
			}
		}
	}
	return mat.NewSymDense(m, g)
}

// solve returns the basis times (Λ+αI)⁻¹ times the coordinates of v.
func (d *decomposed) solve(v []float64, alpha float64) []float64 {
	z, x := make([]float64, len(d.values)), make([]float64, len(v))
	blas64.Gemv(blas.Trans, 1, d.basis.RawMatrix(), vector(v), 0, vector(z))
	for k, value := range d.shifted(alpha) {
		z[k] /= value
	}
	blas64.Gemv(blas.NoTrans, 1, d.basis.RawMatrix(), vector(z), 0, vector(x))
	return x
}

// shifted returns the diagonal of Λ+αI, above rounding, so that α may be very small.
func (d *decomposed) shifted(alpha float64) []float64 {
	values := make([]float64, len(d.values))
	least := alpha/2 + rankTolerance(len(values), len(values))*d.values[len(values)-1]/16
	for k, v := range d.values {
		values[k] = max(v+alpha, least)
	}
	return values
}

// fit solves for one penalty. The dual weights are w = Xcᵀ a with (Xc Xcᵀ + αI) a = yc.
func (d *decomposed) fit(alpha float64) (*Linear, error) {
	p := len(d.c.mean)
	w, step := make([]float64, p), make([]float64, p)
	residual := append([]float64(nil), d.yc...) // yc - Xc w
	a, right := make([]float64, d.n), append([]float64(nil), d.yc...)
	diagnostics := Diagnostics{Alpha: alpha}

	var before float64
	for k := 0; ; k++ {
		if d.dual {
			right = d.solve(right, alpha)
			for i, v := range right {
				a[i] += v
			}
			d.c.transposed(step, right)
		} else {
			d.c.transposed(step, residual)
			g := make([]float64, d.order)
			for q, j := range d.place {
				g[q] = step[j] - alpha*w[j]
			}
			clear(step)
			for q, v := range d.solve(g, alpha) {
				step[d.place[q]] = v
			}
		}
		size := norm2(step)
		if k > 0 && !(size < before/2) {
			break // at the level of rounding
		}
		for j, v := range step {
			w[j] += v
		}
		d.c.subtract(residual, d.yc, w)
		for i, v := range residual {
			right[i] = v - alpha*a[i]
		}
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
