package keylog

import "github.com/luna-rating/luna/turing/lpp"

// Side is one of the two terminals of a judge.
type Side string

// The terminals of a judge.
const (
	Left  Side = "left"
	Right Side = "right"
)

// Other returns the other terminal.
func (s Side) Other() Side {
	if s == Left {
		return Right
	}
	return Left
}

// What is behind a terminal, see [Round].
const (
	Program = "program"
	Human   = "human"
)

// Stroke is a key and the line of a log that has it.
type Stroke struct {
	Judge    string // such as "J1"; empty where the log does not say
	Received int64  // microseconds since 1970, UTC
	Sequence string // as in the log
	Local    bool   // typed by the judge; otherwise by the entity
	Side     Side   // the terminal that it was typed at or appeared on
	Key      lpp.Key
	// Name is that of a key which the protocol does not have, such as "é" or "Delete". Key is
	// 0 then. It is empty otherwise.
	Name string
	Line int
}

// Round is what a log has between two headings, of one judge.
type Round struct {
	Number, Part          int    // 0 where the log does not say; Part is that of a sub-round
	Judge, Program, Human string // as the headings name them; may be empty
	// Left and Right are what is behind the terminals: [Program], [Human], or empty where the
	// log does not say. So is Other, which a sub-round is about.
	Left, Right, Other string
	Line               int      // that of the heading, or of the first key where there is none
	Notes              []string // in the order of the log
	Strokes            []Stroke // likewise
}

// Nature returns what is behind a terminal: [Program], [Human] or the empty string.
func (r Round) Nature(side Side) string {
	if side == Left {
		return r.Left
	}
	return r.Right
}

// Log is a keystroke log.
type Log struct {
	Head   []string // the lines before the first round other than notes
	Rounds []Round  // in the order of the log
	Lines  Lines
	// Doubts are about keys that were taken although something about their lines is odd, and about
	// headings that are. Only the first thousand are kept.
	Doubts []error
}

// Lines are the numbers of lines of a log by their kind. Each line is of one kind.
type Lines struct {
	All      int `json:"all"`      // the sum of the others
	Head     int `json:"head"`     // before the first round
	Headings int `json:"headings"` // of rounds and sub-rounds
	Notes    int `json:"notes"`    // that begin with asterisks
	Keys     int `json:"keys"`     // taken as keys
	Blank    int `json:"blank"`    // without text
	Faults   int `json:"faults"`   // that are nothing of these
}
