package loebner

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/lines"
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

// WriteText writes the schedule in the form of 2004's rules, which [ReadSchedule] reads.
func (s Schedule) WriteText(out io.Writer) error {
	width := len("Participating")
	rows := make([]string, len(s))
	for i, r := range s {
		words := make([]string, len(r.Triples))
		for k, t := range r.Triples {
			words[k] = t.String()
		}
		rows[i] = strings.Join(words, " ")
		width = max(width, len(rows[i]))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-5s  %-*s  %s\n", "Round", width, "Participating", "Excused")
	for i, r := range s {
		row := fmt.Sprintf("%-5d  %-*s  %s", i+1, width, rows[i], strings.Join(r.Excused, " "))
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
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
	r := scheduleReader{file: file}
	scanner := lines.NewScanner(in, file, maxLine)
	for scanner.Scan() {
		r.line = scanner.Line()
		for part := range strings.FieldsFuncSeq(withoutComment(scanner.Text()), isRoundBreak) {
			words := strings.FieldsFunc(part, isFiller)
			if err := r.read(words); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case scanner.Err() != nil:
		return nil, scanner.Err()
	case len(r.schedule) == 0:
		return nil, fileerr.New(file, 0, "no rounds", "a line for each round such as J1E1C1 J2E2C2")
	}
	return r.schedule, r.closed()
}

// isRoundBreak reports whether c stands between rounds on a line.
func isRoundBreak(c rune) bool { return c == '·' || c == ';' }

type scheduleReader struct {
	file     string
	line     int
	schedule Schedule
	open     bool // the last round is continued by lines without a number
}

func (r *scheduleReader) expected(found, expected string) error {
	return fileerr.New(r.file, r.line, found, expected)
}

// headings are words that stand for themselves.
var headings = []string{"round", "rounds", "participating", "excused", "resting", "rest", "rests"}

func isHeading(word string) bool {
	return slices.Contains(headings, strings.ToLower(strings.TrimRight(word, ":")))
}

var roundNumber = regexp.MustCompile(`^(\d{1,9})[:)]?$`)

// read reads what is between two breaks.
func (r *scheduleReader) read(words []string) error {
	round := Round{line: r.line}
	numbered, said := false, false
	for i, word := range words {
		name := person(strings.TrimRight(word, ":"))
		switch number := roundNumber.FindStringSubmatch(word); {
		case isHeading(word):
			said = said || !strings.HasPrefix(strings.ToLower(word), "round")
		case number != nil && !numbered && (i == 0 || i == 1 && isHeading(words[0])):
			numbered = true
			if err := r.number(number[1]); err != nil {
				return err
			}
		case name != "":
			if slices.Contains(round.Excused, name) {
				return r.expected(name+" excused twice", "once")
			}
			round.Excused = append(round.Excused, name)
		case round.Excused != nil:
			return r.expected(fileerr.Quote(word), "nothing but judges and confederates, such as J4 "+
				"C3, after those that are excused")
		default:
			t, err := ParseTriple(word)
			if err != nil {
				return r.expected(fileerr.Quote(word), "a triple such as J1E1C1")
			}
			round.Triples = append(round.Triples, t)
		}
	}
	if said && round.Excused == nil && len(round.Triples) > 0 {
		round.Excused = []string{}
	}
	return r.add(round, numbered)
}

// number checks the number of a round.
func (r *scheduleReader) number(digits string) error {
	n, _ := strconv.Atoi(digits)
	if want := len(r.schedule) + 1; n != want {
		return r.expected(fmt.Sprintf("round %d", n), fmt.Sprintf("round %d", want))
	}
	return r.closed()
}

// closed reports a round that has a number and nothing else.
func (r *scheduleReader) closed() error {
	if n := len(r.schedule); n > 0 && len(r.schedule[n-1].Triples) == 0 {
		return fileerr.New(r.file, r.schedule[n-1].line, fmt.Sprintf("round %d without triples", n),
			"triples such as J1E1C1")
	}
	return nil
}

// add adds a round, or what belongs to the last one.
func (r *scheduleReader) add(round Round, numbered bool) error {
	empty := len(round.Triples) == 0
	switch {
	case empty && round.Excused == nil && !numbered: // a heading, or nothing
		return nil
	case r.open && !numbered:
		last := &r.schedule[len(r.schedule)-1]
		last.Triples = append(last.Triples, round.Triples...)
		last.Excused = append(last.Excused, round.Excused...)
	case empty && !numbered:
		return r.expected("nobody but excused "+strings.Join(round.Excused, " "),
			"triples such as J1E1C1 before them")
	case len(r.schedule) == maxRounds:
		return r.expected("another round", fmt.Sprintf("at most %d", maxRounds))
	default:
		r.schedule = append(r.schedule, round)
		r.open = empty
	}
	if n := len(r.schedule[len(r.schedule)-1].Triples); n > maxPeople {
		return r.expected(fmt.Sprintf("%d triples in a round", n), fmt.Sprintf("at most %d", maxPeople))
	}
	return nil
}
