package simulate

// Mean reports the mean of all Smarts Ratings (3.2.3), or the Actual Guess while nobody has one.
var Mean Strategy = mean{}

type mean struct{}

func (mean) Name() string { return "Mean" }

func (mean) Report(s Situation) float64 {
	if m, ok := s.MeanRating(); ok {
		return m
	}
	return s.ActualGuess()
}
