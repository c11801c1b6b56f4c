package loebner

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// Ballot is a judge's decision about an entry and a confederate.
type Ballot struct {
	Judge, Entry, Confederate string
	// Points is the number of points for the entry, if points are divided.
	Points int
	// Named is "entry" or "confederate", whichever the judge took for the human. If points are
	// divided, [ReadBallots] derives it from these.
	Named string
	place
}

// Values of [Ballot].Named.
const (
	NamedEntry       = "entry"
	NamedConfederate = "confederate"
)

// name sets who was named by the points for the entry. It fails if the rules forbid these.
func (b *Ballot) name(j Judging) error {
	rest := j.Points - b.Points
	switch {
	case b.Points < 0 || rest < 0:
		return b.errorf(fmt.Sprintf("%d points for the entry", b.Points), fmt.Sprintf("from 0 to %d", j.Points))
	case b.Points >= j.Least:
		b.Named = NamedEntry
	case rest >= j.Least:
		b.Named = NamedConfederate
	default:
		return b.errorf(fmt.Sprintf("%d points for the entry and %d for the confederate", b.Points, rest),
			fmt.Sprintf("at least %d for one of them: ties are forbidden", j.Least))
	}
	return nil
}

// maxBallots bounds the number of rows in a file.
const maxBallots = 100_000

// decision returns the column of ballots that says what a judge decided, and that of other rules.
func (j Judging) decision() (column, other string) {
	if j.Format == Points {
		return "entry_points", "named_human"
	}
	return "named_human", "entry_points"
}

// ReadBallots reads ballots in CSV and checks each of them by the rules. The columns are judge,
// entry and confederate, and either entry_points, if the rules divide points, or named_human: entry
// or confederate, or the name of either. A column confederate_points is checked against
// entry_points. Ignored lists the columns that have no meaning. Errors refer to the input as file
// and name the line.
func ReadBallots(in io.Reader, file string, r Rules) (list []Ballot, ignored []string, err error) {
	column, other := r.Judging.decision()
	f := form{[]string{"judge", "entry", "confederate", column}, []string{"confederate_points"}, other,
		maxBallots, [2]string{"no ballots", "a row for each comparison"}}
	return readTable(in, file, f, func(t *table) (Ballot, error) {
		b := Ballot{place: t.place}
		err := t.names(f.needed, &b.Judge, &b.Entry, &b.Confederate)
		switch {
		case err != nil:
		case b.Entry == b.Confederate:
			err = t.errorf(b.Entry+" as entry and confederate", "two names")
		case r.Judging.Format == Points:
			err = t.points(r.Judging, &b)
		default:
			err = t.named(&b)
		}
		return b, err
	})
}

// points reads the points of a ballot.
func (t *table) points(j Judging, b *Ballot) (err error) {
	if b.Points, err = t.whole("entry_points"); err != nil {
		return err
	}
	if t.cell("confederate_points") != "" {
		rest, err := t.whole("confederate_points")
		switch {
		case err != nil:
			return err
		case b.Points+rest != j.Points:
			return t.errorf(fmt.Sprintf("%d and %d points", b.Points, rest), fmt.Sprintf("a sum of %d", j.Points))
		}
	}
	return b.name(j)
}

// named reads which of the two was taken for the human.
func (t *table) named(b *Ballot) error {
	cell := t.cell("named_human")
	is := func(word, name string) bool {
		return strings.EqualFold(cell, word) || cell == name || person(cell) == name
	}
	switch {
	case is(NamedEntry, b.Entry):
		b.Named = NamedEntry
	case is(NamedConfederate, b.Confederate):
		b.Named = NamedConfederate
	default:
		return t.bad("named_human", "entry or confederate")
	}
	return nil
}

// WriteBallots writes ballots in the form that [ReadBallots] reads.
func WriteBallots(out io.Writer, r Rules, ballots []Ballot) error {
	column, _ := r.Judging.decision()
	var rows [][]any
	for _, b := range ballots {
		decided := any(b.Named)
		if r.Judging.Format == Points {
			decided = b.Points
		}
		rows = append(rows, []any{b.Judge, b.Entry, b.Confederate, decided})
	}
	return sheet.WriteRows(out, []string{"judge", "entry", "confederate", column}, rows)
}

// Rank is the place that a judge gave to an entry or a confederate, 1 being the most human.
type Rank struct {
	Judge, Participant string // labels; a participant is an entry or a confederate
	Rank               int
	place
}

var rankColumns = []string{"judge", "participant", "rank"}

// ReadRanks reads ranks in CSV, with the columns judge, participant and rank. Errors refer to the
// input as file and name the line.
func ReadRanks(in io.Reader, file string) (list []Rank, ignored []string, err error) {
	f := form{needed: rankColumns, most: maxBallots,
		none: [2]string{"no ranks", "a row for each judge and participant"}}
	return readTable(in, file, f, func(t *table) (Rank, error) {
		k := Rank{place: t.place}
		err := t.names(rankColumns, &k.Judge, &k.Participant)
		if err == nil {
			k.Rank, err = t.whole("rank")
		}
		return k, err
	})
}

// WriteRanks writes ranks in the form that [ReadRanks] reads.
func WriteRanks(out io.Writer, ranks []Rank) error {
	var rows [][]any
	for _, k := range ranks {
		rows = append(rows, []any{k.Judge, k.Participant, k.Rank})
	}
	return sheet.WriteRows(out, rankColumns, rows)
}

// ReadSemifinal reads the scores of the stage before the final in CSV, with the columns entry and
// score; higher scores are better. Errors refer to the input as file and name the line.
func ReadSemifinal(in io.Reader, file string) (scores map[string]float64, ignored []string, err error) {
	scores = make(map[string]float64)
	f := form{needed: []string{"entry", "score"}, most: maxEntrants}
	_, ignored, err = readTable(in, file, f, func(t *table) (name string, err error) {
		if err := t.names(f.needed, &name); err != nil {
			return "", err
		}
		if _, again := scores[name]; again {
			return "", t.errorf("a second score of "+text.Quote(name), "each entry once")
		}
		scores[name], err = strconv.ParseFloat(t.cell("score"), 64)
		if err != nil || math.IsNaN(scores[name]) || math.IsInf(scores[name], 0) {
			return "", t.bad("score", "a number")
		}
		return name, nil
	})
	return scores, ignored, err
}
