package features

// ratings holds the number of some ratings and their sum.
type ratings struct {
	n   int
	sum float64
}

func (r *ratings) add(x float64) {
	r.n++
	r.sum += x
}

func (r *ratings) merge(o ratings) {
	r.n += o.n
	r.sum += o.sum
}

// mean returns the mean rating, 0 if there are no ratings.
func (r ratings) mean() float64 {
	if r.n == 0 {
		return 0
	}
	return r.sum / float64(r.n)
}
