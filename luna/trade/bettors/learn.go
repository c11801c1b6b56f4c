package bettors

// Learner is a [Predictor] that learns from games that have ended.
type Learner interface {
	Predictor
	// Learn takes in a game: the answers to the first questions of the script, and whether the
	// target was a human.
	Learn(answers []string, human bool) error
}
