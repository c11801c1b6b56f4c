package regress

// columns is a matrix by columns: the entries of column j are row[k], value[k] for start[j] <= k <
// start[j+1], by ascending row.
type columns struct {
	cols  int
	start []int // cols+1
	row   []int32
	value []float64
}

func newColumns(x *Matrix) *columns {
	c := &columns{cols: x.cols, start: make([]int, x.cols+1)}
	for k := range x.parts {
		p := &x.parts[k]
		for i := range x.n {
			for _, j := range p.row(i).Index {
				c.start[p.offset+j+1]++
			}
		}
	}
	for j := range c.cols {
		c.start[j+1] += c.start[j]
	}
	entries := c.start[c.cols]
	c.row, c.value = make([]int32, entries), make([]float64, entries)
	// Each column is filled from its start, which moves to its end.
	for k := range x.parts {
		p := &x.parts[k]
		next := c.start[p.offset:]
		for i := range x.n {
			r := p.row(i)
			for k, j := range r.Index {
				c.row[next[j]] = int32(i)
				c.value[next[j]] = r.Value[k]
				next[j]++
			}
		}
	}
	copy(c.start[1:], c.start)
	c.start[0] = 0
	return c
}

// col returns the entries of column j.
func (c *columns) col(j int) (row []int32, value []float64) {
	from, to := c.start[j], c.start[j+1]
	return c.row[from:to], c.value[from:to]
}
