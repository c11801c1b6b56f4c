package loebner

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Schedule lists the rounds of a contest.
type Schedule []Round

// Round is what happens at the same time.
type Round struct {
	Triples []Triple // the comparisons, at the same time
	// Excused lists judges and confederates that rest. In a schedule that was read it is what the
	// file says, nil if it says nothing.
	Excused []string
	line    int // in the file, 0 if it was not read
}

// Text returns the schedule in the form of 2004's rules, which [ReadSchedule] reads.
func (s Schedule) Text() string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "Round\tParticipating\tExcused")
	for i, r := range s {
		fmt.Fprintf(t, "%d\t", i+1)
		for _, x := range r.Triples {
			fmt.Fprint(t, x, " ")
		}
		fmt.Fprintf(t, "\t%s\n", strings.Join(r.Excused, " "))
	}
	t.Flush() // to b, which never fails
	return trimLines(b.String())
}

// resting returns those of the given people that are in none of a round's triples.
func (r Round) resting(people []string) []string {
	busy := make(map[string]bool)
	for _, t := range r.Triples {
		for _, name := range t.members() {
			busy[name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(people), func(p string) bool { return busy[p] })
}

// ReadSchedule reads a schedule: a line for each round, with triples such as J1E1C1. A line may
// begin with the number of the round, also as "Round 1:", and may end with the judges and
// confederates that are excused. A round may also be a line with nothing but its number and the
// lines below that. Dots and commas between words, empty lines, comments from # to the end of the
// line and headings do not count. Errors call the input file and name the line.
func ReadSchedule(in io.Reader, file string) (Schedule, error) {
	var r scheduleReader
	if err := readWords(in, file, r.read); err != nil {
		return nil, err
	}
	if len(r.schedule) == 0 {
		return nil, files.New(file, 0, "no rounds", "a line for each round such as J1E1C1 J2E2C2")
	}
	return r.schedule, r.closed(file)
}

type scheduleReader struct {
	schedule Schedule
	open     bool // the last round is continued by lines without a number
}

// headings are words that stand for themselves.
var headings = []string{"round", "rounds", "participating", "excused", "resting", "rest", "rests"}

var roundNumber = regexp.MustCompile(`^(\d{1,9})[:)]?$`)

// read reads what is between two breaks.
func (r *scheduleReader) read(at place, words []string) error {
	round := Round{line: at.line}
	numbered, said := false, false
	for i, word := range words {
		bare := strings.ToLower(strings.TrimRight(word, ":"))
		name := person(bare)
		number := roundNumber.FindStringSubmatch(word)
		switch {
		case slices.Contains(headings, bare):
			said = said || !strings.HasPrefix(bare, "round")
			continue
		case number != nil && !numbered && (i == 0 || i == 1 && !said && len(round.Triples) == 0):
			numbered = true
			if n := len(r.schedule) + 1; strings.TrimLeft(number[1], "0") != fmt.Sprint(n) {
				return at.errorf("round "+number[1], fmt.Sprintf("round %d", n))
			}
			if err := r.closed(at.file); err != nil {
				return err
			}
			continue
		case slices.Contains(round.Excused, name):
			return at.errorf(name+" excused twice", "once")
		case name != "":
			round.Excused = append(round.Excused, name)
			continue
		case round.Excused != nil:
			return at.errorf(text.Quote(word), "nothing but judges and confederates, such as J4 "+
				"C3, after those that are excused")
		}
		t, ok := triple(word)
		if !ok {
			return at.errorf(text.Quote(word), "a triple such as J1E1C1")
		}
		round.Triples = append(round.Triples, t)
	}
	if said && round.Excused == nil && len(round.Triples) > 0 {
		round.Excused = []string{}
	}
	return r.add(at, round, numbered)
}

// closed reports a round that has a number and nothing else.
func (r *scheduleReader) closed(file string) error {
	if n := len(r.schedule); n > 0 && len(r.schedule[n-1].Triples) == 0 {
		return files.New(file, r.schedule[n-1].line, fmt.Sprintf("round %d without triples", n),
			"triples such as J1E1C1")
	}
	return nil
}

// add adds a round, or what belongs to the last one.
func (r *scheduleReader) add(at place, round Round, numbered bool) error {
	empty := len(round.Triples) == 0
	switch {
	case empty && round.Excused == nil && !numbered: // a heading
		return nil
	case r.open && !numbered:
		last := &r.schedule[len(r.schedule)-1]
		last.Triples = append(last.Triples, round.Triples...)
		last.Excused = append(last.Excused, round.Excused...)
	case empty && !numbered:
		return at.errorf("nobody but excused "+strings.Join(round.Excused, " "),
			"triples such as J1E1C1 before them")
	case len(r.schedule) == maxRounds:
		return at.errorf("another round", fmt.Sprintf("at most %d", maxRounds))
	default:
		r.schedule = append(r.schedule, round)
		r.open = empty
	}
	if n := len(r.schedule[len(r.schedule)-1].Triples); n > maxPeople {
		return at.errorf(fmt.Sprintf("%d triples in a round", n), fmt.Sprintf("at most %d", maxPeople))
	}
	return nil
}
