package keylog

import "github.com/luna-rating/luna/turing/lpp"

// Side is one of the two terminals of a judge.
type Side string

// The terminals of a judge.
const (
	Left  Side = "left"
	Right Side = "right"
)

// Values of Left, Right and Other in [Round].
const (
	Program = "program"
	Human   = "human"
)

// Stroke is a key as recorded on a line of a log.
type Stroke struct {
	Judge    string // such as "J1"; empty where the log does not say
	Received int64  // microseconds since 1970, UTC
	Sequence string // as in the log
	Local    bool   // typed by the judge; otherwise by the entity
	Side     Side   // the terminal that it was typed at or appeared on
	Key      lpp.Key
	// Name is the name of a key that the protocol does not have, such as "é" or "Delete"; Key is 0
	// then. Otherwise it is empty.
	Name string
	Line int
}

// Round is one judge's part of a log between two headings.
type Round struct {
	Number, Part          int    // 0 where the log does not say; Part is that of a sub-round
	Judge, Program, Human string // as the headings name them; may be empty
	// Left and Right say what is behind the terminals: [Program], [Human], or empty if the log does
	// not say. Other says the same about the terminal of a sub-round.
	Left, Right, Other string
	Line               int      // line of the heading or, if there is none, of the first key
	Notes              []string // in the order of the log
	Strokes            []Stroke // likewise
	// Said are the utterances of a log in the form of 2003, of one terminal, called the left one.
	Said []Utterance
}

// Nature returns what is behind a terminal: [Program], [Human] or the empty string.
func (r Round) Nature(side Side) string {
	if side == Left {
		return r.Left
	}
	return r.Right
}

// Log is a log of keystrokes, or one in the form of 2003.
type Log struct {
	Head   []string // the lines before the first round other than notes
	Rounds []Round  // in the order of the log
	Lines  Lines
	// Doubts describe odd headings, and odd lines that were taken as keys all the same. Only the
	// first thousand are kept.
	Doubts []error
}

// Lines counts the lines of a log by kind. Each line is of one kind.
type Lines struct {
	All      int `json:"all"`      // the sum of the others
	Head     int `json:"head"`     // before the first round
	Headings int `json:"headings"` // of rounds and sub-rounds
	Notes    int `json:"notes"`    // other lines that begin with an asterisk
	Keys     int `json:"keys"`     // taken as keys
	// Utterances are lines of utterances, in the form of 2003.
	Utterances int `json:"utterances,omitempty"`
	Blank      int `json:"blank"`  // without text
	Faults     int `json:"faults"` // all other lines
}
