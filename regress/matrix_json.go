package regress

import (
	"encoding/json"
	"fmt"
)

// matrixJSON is the JSON form of a matrix.
type matrixJSON struct {
	Columns int   `json:"columns"`
	Rows    []Row `json:"rows"`
}

// MarshalJSON writes the matrix with values exact to the bit.
func (m *Matrix) MarshalJSON() ([]byte, error) {
	return json.Marshal(matrixJSON{m.cols, m.all()})
}

// UnmarshalJSON reads a matrix. It fails for rows at which [Matrix.Append] would panic.
func (m *Matrix) UnmarshalJSON(text []byte) error {
	var j matrixJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	if j.Columns < 0 {
		return fmt.Errorf("regress: matrix of %d columns", j.Columns)
	}
	for i, r := range j.Rows {
		if err := r.check(j.Columns); err != nil {
			return fmt.Errorf("regress: row %d has %w", i, err)
		}
	}
	m.n, m.cols, m.entries, m.joined, m.centred = 0, j.Columns, 0, nil, nil
	m.parts = []part{newPart(len(j.Rows), j.Columns)}
	for _, r := range j.Rows {
		m.push(r)
	}
	return nil
}
