package simulate

// Honest reports the Actual Guess (3.2.1).
var Honest Strategy = honest{}

type honest struct{}

func (honest) Name() string               { return "Honest" }
func (honest) Report(s Situation) float64 { return s.ActualGuess() }
