package numbers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Vector returns the numbers of a list in JSON. There must be one at least; null is none, nor is a
// number beyond the range of float32.
func Vector(list []byte) (vector []float32, err error) {
	switch err = json.Unmarshal(list, &vector); {
	case err != nil:
		return nil, fmt.Errorf("found %.40q, expected a list of numbers: %w", list, err)
	case len(vector) == 0:
		return nil, fmt.Errorf("found %.40q, expected a list of numbers", list)
	case bytes.Contains(list, []byte("null")): // it was read as 0
		return nil, errors.New("found null in a vector, expected numbers")
	}
	return vector, nil
}
