package simulate

// Random reports a number of the scale that has nothing to do with the opponent, always the same for the same one (3.3.2, figure 3.1).
var Random Strategy = random{}

type random struct{}

func (random) Name() string               { return "Random" }
func (random) Report(s Situation) float64 { return scale * s.Chance() }
