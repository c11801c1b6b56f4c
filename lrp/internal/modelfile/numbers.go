package modelfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"github.com/luna-rating/luna/lrp/internal/predictor"
)

// checkNumbers refuses JSON with a number that a model cannot hold. It leaves it to others to refuse
// what is no JSON.
func checkNumbers(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return nil
		}
		number, ok := token.(json.Number)
		if !ok {
			continue
		}
		if v, err := number.Float64(); err != nil || math.Abs(v) >= predictor.MaxNumber {
			return fmt.Errorf(
				"found the number %.40s, expected less than %v", number, predictor.MaxNumber,
			)
		}
	}
}
