package features

// Row is a sparse row in the making: Value[k] stands in column Index[k]. Extractors call
// [Row.Add]; whoever lays blocks side by side moves on with [Row.Shift].
type Row struct {
	Index  []int32
	Value  []float64
	offset int32
}

// Add puts v into the column with the given number within the present block. Zeros are not
// stored. Within a block, columns must be added in ascending order, each once.
func (r *Row) Add(column int, v float64) {
	if v != 0 {
		r.Index = append(r.Index, r.offset+int32(column))
		r.Value = append(r.Value, v)
	}
}

// Shift ends the present block, which has the given number of columns.
func (r *Row) Shift(columns int) { r.offset += int32(columns) }
