package features

// Row is a sparse row under construction: Value[k] is in column Index[k]. A feature fills its block
// of columns with [Row.Add]; the caller moves to the next block with [Row.Shift].
type Row struct {
	Index  []int32
	Value  []float64
	offset int32
}

// Add sets a column of the current block, counted from 0, to v. Zeros are not stored. Within a
// block, columns must be added in ascending order, each at most once.
func (r *Row) Add(column int, v float64) {
	if v != 0 {
		r.Index = append(r.Index, r.offset+int32(column))
		r.Value = append(r.Value, v)
	}
}

// Shift ends the current block, which has the given number of columns.
func (r *Row) Shift(columns int) { r.offset += int32(columns) }
