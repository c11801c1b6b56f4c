package loebner

import (
	"fmt"
	"io"
	"slices"
	"strconv"
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
	line    int      // in the file, 0 if it was not read
}

// Text returns the schedule in the form of 2004's rules, which [ReadSchedule] reads.
func (s Schedule) Text() string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "Round\tParticipating\tExcused")
	excused := s.Excused()
	for i, r := range s {
		fmt.Fprintf(t, "%d\t", i+1)
		for _, x := range r.Triples {
			fmt.Fprint(t, x, " ")
		}
		fmt.Fprintf(t, "\t%s\n", strings.Join(excused[i], " "))
	}
	t.Flush() // to b, which never fails
	return trimLines(b.String())
}

// people lists the judges, the entries or the confederates, by the member of triples.
func (s Schedule) people(member int) []string {
	var names []string
	for _, r := range s {
		for _, t := range r.Triples {
			names = append(names, t.members()[member])
		}
	}
	return sorted(names)
}

// Excused lists for each round the judges, then the confederates, that rest.
func (s Schedule) Excused() [][]string {
	excused := make([][]string, len(s))
	people := slices.Concat(s.people(0), s.people(2))
	for i, r := range s {
		busy := make(map[string]bool)
		for _, t := range r.Triples {
			busy[t.Judge], busy[t.Confederate] = true, true
		}
		excused[i] = slices.DeleteFunc(slices.Clone(people), func(name string) bool { return busy[name] })
	}
	return excused
}

// ReadSchedule reads a schedule: a line for each round, with triples such as J1E1C1. A line may
// begin with the number of the round, also as "Round 1:", and may end with the judges and
// confederates that are excused, who are not compared with the triples. A round may also be a line
// with nothing but its number and the lines below that. Dots and commas between words, empty lines,
// comments from # to the end of the line and headings do not count. Errors call the input file and
// name the line.
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

// read reads what is between two breaks.
func (r *scheduleReader) read(at place, words []string) error {
	round, numbered := Round{line: at.line}, false
	for _, word := range words {
		bare := strings.ToLower(strings.TrimRight(word, ":)"))
		number, err := strconv.Atoi(bare)
		x, isTriple := triple(word)
		switch met := len(round.Triples) > 0 || r.open; {
		case isTriple:
			round.Triples = append(round.Triples, x)
		case err == nil && !numbered && len(round.Triples) == 0:
			if err := r.closed(at.file); err != nil {
				return err
			}
			if numbered = true; number != len(r.schedule)+1 {
				return at.errorf("round "+bare, fmt.Sprintf("round %d", len(r.schedule)+1))
			}
		case !slices.Contains(headings, bare) && (person(bare) == "" || !met):
			return at.errorf(text.Quote(word), "a triple such as J1E1C1")
		}
	}
	return r.add(at, round, numbered)
}

// add adds a round, or what belongs to the last one.
func (r *scheduleReader) add(at place, round Round, numbered bool) error {
	switch empty := len(round.Triples) == 0; {
	case empty && !numbered: // a heading
	case r.open && !numbered:
		last := &r.schedule[len(r.schedule)-1]
		last.Triples = append(last.Triples, round.Triples...)
	case len(r.schedule) == maxRounds:
		return at.errorf("another round", fmt.Sprintf("at most %d", maxRounds))
	default:
		r.schedule, r.open = append(r.schedule, round), empty
	}
	return nil
}

// closed reports a round that has a number and nothing else.
func (r *scheduleReader) closed(file string) error {
	if n := len(r.schedule); n > 0 && len(r.schedule[n-1].Triples) == 0 {
		return files.New(file, r.schedule[n-1].line, fmt.Sprintf("round %d without triples", n),
			"triples such as J1E1C1")
	}
	return nil
}
