package loebner

// Schedule lists the rounds of a contest.
type Schedule []Round

// Round is what happens at the same time.
type Round struct {
	Triples []Triple
	// Excused lists judges and confederates that rest. In a schedule that was read it is what the
	// file says, nil if it says nothing.
	Excused []string
	line    int
}
