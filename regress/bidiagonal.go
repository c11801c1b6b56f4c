package regress

// bidiagonal reduces Xc step by step to a lower bidiagonal matrix. U and V have orthonormal
// columns:
//
//	yc = β₁u₁,  α₁v₁ = Xcᵀu₁,  β₂u₂ = Xc v₁ - α₁u₁,  α₂v₂ = Xcᵀu₂ - β₂v₁ …
//
// A step costs two products with X. The reduction does not depend on a ridge penalty.
//
// Source: Golub and Kahan, Calculating the Singular Values and Pseudo-Inverse of a Matrix, J. SIAM
// B 2(2), 1965; as in Paige and Saunders, LSQR, ACM Trans. Math. Softw. 8(1), 1982.
type bidiagonal struct {
	c           *centred
	alpha, beta float64   // α_k, β_k
	u, v        []float64 // u_k, n; v_k, p
	image       []float64 // n
	gradient    []float64 // p
}

// newBidiagonal returns the state for k = 1. alpha is 0 if Xcᵀyc is.
func newBidiagonal(c *centred, yc []float64) *bidiagonal {
	b := &bidiagonal{
		c: c, u: append([]float64(nil), yc...), v: make([]float64, len(c.mean)),
		image: make([]float64, len(yc)), gradient: make([]float64, len(c.mean)),
	}
	b.beta = normalise(b.u)
	c.transposed(b.v, b.u)
	b.alpha = normalise(b.v)
	return b
}

// step advances from k to k+1. alpha or beta is 0 at the end.
func (b *bidiagonal) step() {
	b.c.multiply(b.image, b.v)
	for i, s := range b.image {
		b.u[i] = s - b.alpha*b.u[i]
	}
	b.beta = normalise(b.u)
	b.c.transposed(b.gradient, b.u)
	for j, s := range b.gradient {
		b.v[j] = s - b.beta*b.v[j]
	}
	b.alpha = normalise(b.v)
}

// normalise divides v by its norm and returns the norm.
func normalise(v []float64) float64 {
	norm := norm2(v)
	if norm > 0 {
		for i := range v {
			v[i] /= norm
		}
	}
	return norm
}
