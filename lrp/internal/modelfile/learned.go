package modelfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/lrp/internal/predictor"
)

// Learned is what a fit has learned. One of the first three is set.
type Learned struct {
	Constant *float64        `json:"constant,omitempty"`
	Learner  json.RawMessage `json:"learner,omitempty"`
	Design   *Design         `json:"design,omitempty"`
	// Probe has the ratings predicted for the first training respondents, which may be outside
	// [0,1]. They show whether features and learners still compute the same.
	Probe []float64 `json:"probe"`
}

// Design is a regressor's model with facts about its columns.
type Design struct {
	Kind    string          `json:"kind"`
	Model   json.RawMessage `json:"model"`
	Columns string          `json:"columns"` // see [ColumnsDigest]
	design.ColumnStats
}

// Check refuses numbers that no model can have. The error does not name the approach.
func (l *Learned) Check() error {
	if l.Design != nil {
		return checkNumbers(l.Design.Model)
	}
	return checkNumbers(l.Learner)
}

// DecodeLearned reads the line of what was learned.
func DecodeLearned(line []byte) (*Learned, error) {
	if err := checkNumbers(line); err != nil {
		return nil, err
	}
	l := &Learned{}
	return l, files.DecodeJSON(line, l)
}

// ColumnsDigest is the SHA-256 of the names of columns, in hexadecimal.
func ColumnsDigest(columns []string) string {
	h := sha256.New()
	for _, c := range columns {
		fmt.Fprintf(h, "%q\n", c)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// checkNumbers refuses JSON with a number that a model cannot hold. It leaves it to others to
// refuse what is no JSON.
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
