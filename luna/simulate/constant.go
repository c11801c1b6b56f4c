package simulate

import "fmt"

// Constant reports itself, whoever plays. Where all do, the expected error is 25 + (c-50)²/100: it is 50 at the ends of the scale only.
type Constant float64

// Name implements [Strategy].
func (c Constant) Name() string { return fmt.Sprintf("Constant %g", float64(c)) }

// Report implements [Strategy].
func (c Constant) Report(Situation) float64 { return float64(c) }
