package loebner

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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

// Text returns the schedule in the form that [ReadSchedule] reads.
func (s Schedule) Text() string {
	var b strings.Builder
	for i, r := range s {
		fmt.Fprintf(&b, "Round %d", i+1)
		for _, x := range r.Triples {
			fmt.Fprint(&b, " ", x)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// triples lists all comparisons.
func (s Schedule) triples() (list Matrix) {
	for _, r := range s {
		list = append(list, r.Triples...)
	}
	return list
}

// ReadSchedule reads a schedule: a line for each round, with triples such as J1E1C1. A line may
// begin with the number of the round, also as "Round 1:", and may end with the judges and
// confederates that are excused, who are not compared with the triples. Dots and commas between
// words, empty lines, comments from # to the end of the line and headings do not count. Errors call
// the input file and name the line.
func ReadSchedule(in io.Reader, file string) (Schedule, error) {
	var s Schedule
	if err := readWords(in, file, s.read); err != nil {
		return nil, err
	}
	if len(s) == 0 {
		return nil, files.New(file, 0, "no rounds", "a line for each round such as J1E1C1 J2E2C2")
	}
	return s, nil
}

// headings are words that stand for themselves.
var headings = []string{"round", "rounds", "participating", "excused", "resting", "rest", "rests"}

// read reads the line of a round, or a heading.
func (s *Schedule) read(at place, words []string) error {
	round, numbered := Round{line: at.line}, false
	for _, word := range words {
		bare := strings.ToLower(strings.TrimRight(word, ":)"))
		number, err := strconv.Atoi(bare)
		x, isTriple := triple(word)
		switch first := len(round.Triples) == 0; {
		case isTriple:
			round.Triples = append(round.Triples, x)
		case err == nil && first && !numbered:
			if numbered = true; number != len(*s)+1 {
				return at.errorf("round "+bare, fmt.Sprintf("round %d", len(*s)+1))
			}
		case !slices.Contains(headings, bare) && (first || person(bare) == ""):
			return at.errorf(text.Quote(word), "a triple such as J1E1C1")
		}
	}
	switch {
	case len(round.Triples) > 0 && len(*s) == maxRounds:
		return at.errorf("another round", fmt.Sprintf("at most %d", maxRounds))
	case len(round.Triples) > 0:
		*s = append(*s, round)
	case numbered:
		return at.errorf(fmt.Sprintf("round %d without triples", len(*s)+1), "triples such as J1E1C1 behind its number")
	}
	return nil
}
