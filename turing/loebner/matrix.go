package loebner

// Matrix says with which confederate a judge compares an entry.
type Matrix struct {
	Judges, Entries []string
	// Cells has a row for each judge and a column for each entry. An empty cell is a pair that does
	// not meet.
	Cells [][]string
}

// Triples returns all comparisons, row by row.
func (m Matrix) Triples() []Triple {
	var list []Triple
	for j, row := range m.Cells {
		for e, c := range row {
			if c != "" {
				list = append(list, Triple{m.Judges[j], m.Entries[e], c})
			}
		}
	}
	return list
}
