package shard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/luna-rating/luna/lrp/experiment"
)

// fit is a line of a part of an evaluation: what came of some approaches in one fit.
type fit struct {
	Fit      int    `json:"fit"`
	Outcomes []byte `json:"outcomes"`
}

// SaveFit returns [experiment.Part.Save] of a part, which writes the outcomes to w and counts them.
func (m *Manifest) SaveFit(w io.Writer) func(number int, outcomes []byte) error {
	lines := json.NewEncoder(w)
	return func(number int, outcomes []byte) error {
		m.Records++
		return lines.Encode(fit{number, outcomes})
	}
}

// Fits returns what takes the fits of an evaluation from its parts, of which several may have outcomes
// of a fit.
func Fits(s Store, list []*Manifest) (*experiment.Part, error) {
	fits := make(map[int][][]byte)
	for _, m := range list {
		text, err := content(s, m.File)
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(text) {
			var f fit
			if err := json.Unmarshal(line, &f); err != nil {
				return nil, fmt.Errorf("%s: found no fit, expected one that lrp wrote: %w", s.Path(m.File), err)
			}
			fits[f.Fit] = append(fits[f.Fit], f.Outcomes)
		}
	}
	return &experiment.Part{Load: func(number int) ([][]byte, error) {
		if len(fits[number]) == 0 {
			return nil, fmt.Errorf("%s: found no part that has it", s.Path(""))
		}
		return fits[number], nil
	}}, nil
}
