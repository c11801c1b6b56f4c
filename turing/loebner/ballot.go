package loebner

// Ballot is what a judge decided about an entry and a confederate.
type Ballot struct {
	Judge, Entry, Confederate string
	// Points is what the entry got where points are divided.
	Points int
	// Named is "entry" or "confederate", whichever the judge took for the human.
	Named string
	file  string
	line  int
}

// Values of [Ballot].Named.
const (
	NamedEntry       = "entry"
	NamedConfederate = "confederate"
)

// Rank is the place that a judge gave to an entry or a confederate, 1 being the most human.
type Rank struct {
	Judge, Participant string
	Rank               int
	file               string
	line               int
}
