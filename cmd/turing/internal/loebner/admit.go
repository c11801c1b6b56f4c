package loebner

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/rows"
	"github.com/luna-rating/luna/internal/text"
)

// Entrant is an entry as submitted.
type Entrant struct {
	Name string // as in the list of entries
	// Stamp is when it was mailed, by the sender's clock.
	Stamp     time.Time
	Compliant bool // whether it follows the rules
	// Invited marks an entry of outstanding merit, which some rules admit in addition to the first
	// ones.
	Invited bool
	// People lists the people associated with the entry.
	People []string
}

// Admission says which entries are admitted, and to which stage.
type Admission struct {
	Rules string `json:"rules"`
	// Compliant is the number of compliant entries.
	Compliant int `json:"compliant"`
	// Stages lists the stages that are held, in order. If there are none, Outcome says what
	// happens: "wins" or "carried over".
	Stages  []string `json:"stages"`
	Outcome string   `json:"outcome,omitempty"`
	// Winner is the only compliant entry, if that wins, and Medal the medal that it gets besides
	// the money.
	Winner string `json:"winner,omitempty"`
	Medal  string `json:"medal,omitempty"`
	// Prize is the money that is won, or carried over to the next contest.
	Prize int `json:"prize,omitempty"`
	// Admitted lists the entries that take part, or that win, by time stamp.
	Admitted []string   `json:"admitted"`
	Entries  []Standing `json:"entries"`
	Notes    []string   `json:"notes"` // what the rules leave open
}

// Standing says what happens to an entry.
type Standing struct {
	Name      string `json:"name"`      // of the entry
	Compliant bool   `json:"compliant"` // whether it follows the rules
	// Stage is the first stage that the entry takes part in, empty if there is none.
	Stage  string `json:"stage"`
	Reason string `json:"reason"` // why it is in this stage, or in none
}

// Admit applies the rules of admission. Entries are listed by time stamp.
func (r Rules) Admit(list []Entrant) (Admission, error) {
	if len(list) > maxEntrants {
		return Admission{}, fmt.Errorf("found %d entries, expected at most %d", len(list), maxEntrants)
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Entrant) int { return a.Stamp.Compare(b.Stamp) })
	a := Admission{Rules: r.Name, Stages: []string{}, Admitted: []string{}, Entries: []Standing{},
		Notes: []string{}}
	people := make(map[string]string)
	for _, e := range list {
		reason := r.refusal(e, people)
		a.Entries = append(a.Entries, Standing{Name: e.Name, Compliant: reason == "", Reason: reason})
		if reason != "" {
			continue
		}
		a.Compliant++
		for _, p := range e.People {
			people[p] = e.Name
		}
	}
	i := slices.IndexFunc(r.Admission, func(t Tier) bool {
		return t.From <= a.Compliant && (a.Compliant <= t.To || t.To == 0 && t.From > 0)
	})
	if i < 0 {
		return Admission{}, fmt.Errorf("the rules of %s have no tier for %d compliant entries", r.Name,
			a.Compliant)
	}
	a.apply(r, r.Admission[i], list)
	for _, e := range a.Entries {
		if e.Stage != "" || e.Name == a.Winner {
			a.Admitted = append(a.Admitted, e.Name)
		}
	}
	return a, nil
}

// refusal returns why an entry is not compliant, "" if it is.
func (r Rules) refusal(e Entrant, people map[string]string) string {
	day := e.Stamp.Format(time.DateOnly)
	switch {
	case !e.Compliant:
		return "not compliant"
	case r.Entering.Opens != "" && day < r.Entering.Opens:
		return "mailed before " + r.Entering.Opens
	case r.Entering.Closes != "" && day > r.Entering.Closes:
		return "mailed after " + r.Entering.Closes
	}
	if r.Entering.OnePerPerson {
		for _, p := range e.People {
			if people[p] != "" {
				return fmt.Sprintf("%s is associated with %s, too", p, people[p])
			}
		}
	}
	return ""
}

// apply assigns the compliant entries to stages.
func (a *Admission) apply(r Rules, t Tier, list []Entrant) {
	a.Stages, a.Outcome = append(a.Stages, t.Stages...), t.Outcome
	n := 0
	var last time.Time
	for i := range a.Entries {
		e := &a.Entries[i]
		if !e.Compliant {
			continue
		}
		n++
		switch {
		case len(t.Stages) == 0 && t.Outcome == Wins:
			a.Winner, e.Reason = e.Name, "the only compliant entry"
		case len(t.Stages) == 0:
			e.Reason = "too few entries"
		case t.First == 0 || n <= t.First:
			e.Stage, last = t.Stages[0], list[i].Stamp
		case r.Entering.Invitations && list[i].Invited:
			e.Stage, e.Reason = t.Stages[0], "invited"
		default:
			e.Reason = fmt.Sprintf("not among the first %d", t.First)
			if list[i].Stamp.Equal(last) {
				a.Notes = append(a.Notes, fmt.Sprintf("%s has the same time stamp as the last one "+
					"let in; the rules do not decide, the order of the file does.", e.Name))
			}
		}
	}
	switch {
	case len(t.Stages) > 0:
		a.Outcome = ""
	case a.Winner != "" && len(r.Prizes) > 0:
		a.Prize, a.Medal = cmp.Or(t.Prize, r.Prizes[0].Amount), r.Prizes[0].Medal
	case a.Winner == "":
		for _, p := range r.Prizes {
			a.Prize += p.Amount
		}
		a.Prize = cmp.Or(t.Prize, a.Prize)
	}
}

// stampFormats are the ways to write a time stamp.
var stampFormats = []string{time.RFC3339, "2006-01-02 15:04:05", "2006-01-02 15:04",
	"2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly}

// ReadEntries reads entries in CSV. The columns are name, postmark (a day such as 2010-05-03, or
// with a time as in 2010-05-03 14:30 or in RFC 3339) and compliant (yes or no); optionally invited
// (yes or no) and people (names separated by semicolons). Errors refer to the input as file and
// name the line.
func ReadEntries(in io.Reader, file string) (list []Entrant, ignored []string, err error) {
	seen := make(map[string]bool)
	f := rows.Form{Needed: []string{"name", "postmark", "compliant"},
		Optional: []string{"invited", "people"}, Most: maxEntrants}
	return rows.Read(in, file, f, func(r *rows.Row) (e Entrant, err error) {
		if e.Name = r.Cell("name"); !isLabel(e.Name) {
			return e, r.Bad("name", "a name of up to 64 characters")
		}
		if seen[e.Name] {
			return e, r.Errorf("a second entry "+text.Quote(e.Name), "each name once")
		}
		seen[e.Name] = true
		for p := range strings.SplitSeq(r.Cell("people"), ";") {
			if p = strings.TrimSpace(p); p != "" {
				e.People = append(e.People, p)
			}
		}
		if e.Stamp, err = readStamp(r, "postmark"); err != nil {
			return e, err
		}
		if e.Compliant, err = readYes(r, "compliant"); err != nil || r.Cell("invited") == "" {
			return e, err
		}
		e.Invited, err = readYes(r, "invited")
		return e, err
	})
}

func readStamp(r *rows.Row, column string) (time.Time, error) {
	for _, format := range stampFormats {
		if stamp, err := time.Parse(format, r.Cell(column)); err == nil {
			return stamp, nil
		}
	}
	return time.Time{}, r.Bad(column, "a day such as 2010-05-03, with or without a time such as 14:30")
}

func readYes(r *rows.Row, column string) (bool, error) {
	switch strings.ToLower(r.Cell(column)) {
	case "yes", "y", "true", "1":
		return true, nil
	case "no", "n", "false", "0":
		return false, nil
	}
	return false, r.Bad(column, "yes or no")
}

// Text returns the admission for people.
func (a *Admission) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Compliant entries: %d of %d. ", a.Compliant, len(a.Entries))
	switch {
	case a.Outcome == CarriedOver:
		fmt.Fprintf(&b, "The prize money of %d is carried over to the next contest.\n", a.Prize)
	case a.Winner != "":
		fmt.Fprintf(&b, "%s wins %d and the %s medal without a contest.\n", a.Winner, a.Prize, a.Medal)
	default:
		fmt.Fprintf(&b, "Stages: %s.\n", strings.Join(a.Stages, ", "))
	}
	for _, e := range a.Entries {
		where := cmp.Or(e.Stage, e.Reason)
		if e.Stage != "" && e.Reason != "" {
			where += " (" + e.Reason + ")"
		}
		fmt.Fprintf(&b, "  %s: %s\n", e.Name, where)
	}
	for _, note := range a.Notes {
		b.WriteString(note + "\n")
	}
	return b.String()
}
