package simulate

// Minimum reports 0, which lowers the ratings of all others (3.2.2).
var Minimum Strategy = minimum{}

type minimum struct{}

func (minimum) Name() string             { return "Minimum" }
func (minimum) Report(Situation) float64 { return 0 }
