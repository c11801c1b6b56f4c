package dict

// Order returns all synsets, hypernyms before their hyponyms. ok is false if the hypernyms have a
// cycle.
func (d *Dictionary) Order() (order []uint32, ok bool) {
	order = make([]uint32, 0, len(d.Offset))
	ok = true
	d.walk(func(s uint32) { order = append(order, s) }, func(int) { ok = false })
	return order, ok
}

// dropCycles removes the hypernyms that close a cycle: of each, the last edge on the walk.
func (d *Dictionary) dropCycles() {
	h := &d.Hypernyms
	drop := make(map[int]bool)
	d.walk(func(uint32) {}, func(edge int) { drop[edge] = true })
	if len(drop) == 0 {
		return
	}
	var kept Lists
	for s := range h.ends {
		for e := begin(h.ends, uint32(s)); e < h.ends[s]; e++ {
			if !drop[int(e)] {
				kept.values = append(kept.values, h.values[e])
			}
		}
		kept.end()
	}
	*h = kept
}

// walk is a depth-first search from each synset, in order, to its hypernyms. It calls done for a
// synset after all its hypernyms, and closing for each edge that closes a cycle. An edge is an
// index into the values of Hypernyms.
func (d *Dictionary) walk(done func(s uint32), closing func(edge int)) {
	const onPath, finished = 1, 2
	h := &d.Hypernyms
	state := make([]byte, len(h.ends))
	next := make([]uint32, len(h.ends)) // the next edge to follow
	var path []uint32
	for s := range uint32(len(h.ends)) {
		if state[s] != 0 {
			continue
		}
		path = append(path[:0], s)
		state[s], next[s] = onPath, begin(h.ends, s)
		for len(path) > 0 {
			at := path[len(path)-1]
			e := next[at]
			if e == h.ends[at] {
				state[at] = finished
				done(at)
				path = path[:len(path)-1]
				continue
			}
			next[at]++
			switch up := h.values[e]; state[up] {
			case 0:
				path = append(path, up)
				state[up], next[up] = onPath, begin(h.ends, up)
			case onPath:
				closing(int(e))
			}
		}
	}
}
