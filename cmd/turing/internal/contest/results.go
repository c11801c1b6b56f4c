package contest

import (
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
)

// Results are the outcome of a contest. They are written to results.json.
type Results struct {
	Name  string    `json:"name"`
	Rules string    `json:"rules"`
	Title string    `json:"title"` // of the rules
	Began time.Time `json:"began"` // the first run
	Ended time.Time `json:"ended"` // when the results were ready
	// Synthetic says which judges and confederates were scripts, "" if none was.
	Synthetic string `json:"synthetic"`
	// Outcome is "held", "wins" for an entry that was the only one, or "carried over".
	Outcome string `json:"outcome"`
	// Winner is the name of the winning entry, "" if there is none.
	Winner string `json:"winner"`
	// Silver are the names of the entries that win the silver medal.
	Silver       []string        `json:"silver"`
	Money        []Award         `json:"awards"` // medals and money
	Entries      []EntryResult   `json:"entries"`
	Judges       []Participant   `json:"judges"`
	Confederates []Participant   `json:"confederates"`
	Comparisons  []Comparison    `json:"comparisons"` // by stage and round
	Score        *loebner.Result `json:"score"`       // nil where no pair was compared
	// Rates say how often entries and confederates were taken for a human, and Answered the same
	// without the comparisons in which the entry was silent, if there is any.
	Rates    []loebner.Rate `json:"rates"`
	Answered []loebner.Rate `json:"rates_without_silent"`
	// Notes say what the rules leave open and what went wrong; Interruptions are what the organiser
	// did in rounds, and which rounds were held again.
	Notes         []string `json:"notes"`
	Interruptions []string `json:"interruptions"`
	Evidence      Evidence `json:"evidence"`

	rules loebner.Rules
	facts []string // columns of the table of judges
}

// Award is a prize that an entry wins.
type Award struct {
	Entry  string  `json:"entry"`
	Place  int     `json:"place"`           // from 1
	Amount float64 `json:"amount"`          // in the currency of the rules
	Medal  string  `json:"medal,omitempty"` // such as "bronze"
}

// EntryResult says how far an entry came.
type EntryResult struct {
	Name        string   `json:"name"`             // as the description has it
	Author      string   `json:"author,omitempty"` // "" if it is not known
	By          string   `json:"by"`               // the program that answers
	Label       string   `json:"label,omitempty"`  // in the last stage, such as E1
	Admitted    bool     `json:"admitted"`
	Reason      string   `json:"reason,omitempty"` // why it was not admitted
	Screening   *float64 `json:"screening,omitempty"`
	ScreeningOf *float64 `json:"screening_of,omitempty"` // attainable points
	// Interview is the mean of the entry's points when it was questioned alone.
	Interview *float64 `json:"interview,omitempty"`
	Faults    []string `json:"faults,omitempty"` // in the screening
}

// Participant is a judge or a confederate.
type Participant struct {
	Label  string `json:"label"`            // such as J1
	Name   string `json:"name"`             // as the description has it
	Script string `json:"script,omitempty"` // "" for a person
	// Excluded says why pass rates leave out a judge's verdicts, "" if they do not.
	Excluded string `json:"excluded,omitempty"`

	agreed string   // when, "" if they were not asked
	facts  []string // of a judge, by column of the table of judges
}

// person reports whether it is a person.
func (p Participant) person() bool { return p.Script == "" }

// participants returns the judges and the confederates.
func (s *setup) participants() (judges, confederates []Participant) {
	judges, confederates = []Participant{}, []Participant{}
	for _, m := range s.members() {
		x := Participant{Label: m.label, Name: m.name}
		if m.by != Person {
			x.Script = m.by
		}
		switch {
		case strings.HasPrefix(m.label, "J"):
			judges = append(judges, x)
		case m.label != "":
			confederates = append(confederates, x)
		}
	}
	return judges, confederates
}

// everybody returns the judges, then the confederates.
func (s *setup) everybody() []Participant { return slices.Concat(s.participants()) }
