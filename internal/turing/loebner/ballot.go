package loebner

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/sheet"
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

// place says where a ballot or a rank was read; the zero value stands for nowhere.
type place struct {
	file string
	line int
}

// Values of [Ballot].Named.
const (
	NamedEntry       = "entry"
	NamedConfederate = "confederate"
)

// triple returns the participants of the comparison.
func (b Ballot) triple() Triple { return Triple{b.Judge, b.Entry, b.Confederate} }

// pointsBallot makes a ballot of points for the entry. It fails if the rules forbid them.
func (r Rules) pointsBallot(t Triple, points int) (Ballot, error) {
	j := r.Judging
	b := Ballot{Judge: t.Judge, Entry: t.Entry, Confederate: t.Confederate, Points: points}
	switch {
	case points < 0 || points > j.Points:
		return b, fileerr.New("", 0, fmt.Sprintf("%d points for the entry", points),
			fmt.Sprintf("from 0 to %d", j.Points))
	case points >= j.Least:
		b.Named = NamedEntry
	case j.Points-points >= j.Least:
		b.Named = NamedConfederate
	default:
		return b, fileerr.New("", 0,
			fmt.Sprintf("%d points for the entry and %d for the confederate", points,
				j.Points-points),
			fmt.Sprintf("at least %d for one of them: ties are forbidden", j.Least))
	}
	return b, nil
}

// maxBallots bounds the number of rows in a file.
const maxBallots = 100_000

// ReadBallots reads ballots in CSV and checks each of them by the rules. The columns are judge,
// entry and confederate, and either entry_points, if the rules divide points, or named_human: entry
// or confederate, or the name of either. A column confederate_points is checked against
// entry_points. Ignored lists the columns that have no meaning. Errors refer to the input as file
// and name the line.
func ReadBallots(in io.Reader, file string, r Rules) (list []Ballot, ignored []string, err error) {
	decision, other := "entry_points", "named_human"
	if r.Judging.Format == Choice {
		decision, other = other, decision
	}
	t, err := openTable(in, file, []string{"judge", "entry", "confederate", decision},
		"confederate_points")
	if err != nil && t != nil && !t.has(decision) && t.has(other) {
		return nil, nil, fileerr.New(file, t.line, "a column "+other, fmt.Sprintf(
			"%s: the rules of %s have judges decide otherwise", decision, r.Name))
	}
	if err != nil {
		return nil, nil, err
	}
	defer t.close()
	for t.next(maxBallots) {
		b, err := t.ballot(r, decision)
		if err != nil {
			return nil, nil, t.fault(err)
		}
		list = append(list, b)
	}
	if t.err == nil && len(list) == 0 {
		t.err = fileerr.New(file, 0, "no ballots", "a row for each comparison")
	}
	return list, t.ignored, t.err
}

// ballot reads a row.
func (t *table) ballot(r Rules, decision string) (Ballot, error) {
	b := Ballot{}
	for column, p := range map[string]*string{
		"judge": &b.Judge, "entry": &b.Entry, "confederate": &b.Confederate,
	} {
		if *p = t.name(column); *p == "" {
			return b, fileerr.New("", 0, column+" "+fileerr.Quote(t.cell(column)),
				"a name of up to 64 characters")
		}
	}
	if b.Entry == b.Confederate {
		return b, fileerr.New("", 0, b.Entry+" as entry and confederate", "two names")
	}
	var err error
	if decision == "entry_points" {
		b, err = t.points(r, b)
	} else {
		b.Named, err = t.named(b)
	}
	b.place = place{t.file, t.line}
	return b, err
}

// points reads the points of a ballot.
func (t *table) points(r Rules, b Ballot) (Ballot, error) {
	points, err := t.whole("entry_points")
	if err != nil {
		return b, err
	}
	if t.cell("confederate_points") != "" {
		rest, err := t.whole("confederate_points")
		switch {
		case err != nil:
			return b, err
		case points+rest != r.Judging.Points:
			return b, fileerr.New("", 0, fmt.Sprintf("%d and %d points", points, rest),
				fmt.Sprintf("a sum of %d", r.Judging.Points))
		}
	}
	return r.pointsBallot(b.triple(), points)
}

// named reads which of the two was taken for the human.
func (t *table) named(b Ballot) (string, error) {
	switch cell := t.cell("named_human"); {
	case strings.EqualFold(cell, NamedEntry) || t.name("named_human") == b.Entry:
		return NamedEntry, nil
	case strings.EqualFold(cell, NamedConfederate) || t.name("named_human") == b.Confederate:
		return NamedConfederate, nil
	default:
		return "", fileerr.New("", 0, "named_human "+fileerr.Quote(cell), "entry or confederate")
	}
}

// WriteBallots writes ballots in the form that [ReadBallots] reads.
func WriteBallots(out io.Writer, r Rules, ballots []Ballot) error {
	decision := "entry_points"
	if r.Judging.Format == Choice {
		decision = "named_human"
	}
	rows := [][]any{{"judge", "entry", "confederate", decision}}
	for _, b := range ballots {
		decided := any(b.Points)
		if r.Judging.Format == Choice {
			decided = b.Named
		}
		rows = append(rows, []any{b.Judge, b.Entry, b.Confederate, decided})
	}
	return sheet.Write(out, sheet.Dialect{Comma: ','}, rows)
}

// Rank is the place that a judge gave to an entry or a confederate, 1 being the most human.
type Rank struct {
	Judge, Participant string // labels; a participant is an entry or a confederate
	Rank               int
	place
}

// ReadRanks reads ranks in CSV, with the columns judge, participant and rank. Errors refer to the
// input as file and name the line.
func ReadRanks(in io.Reader, file string) (list []Rank, ignored []string, err error) {
	t, err := openTable(in, file, []string{"judge", "participant", "rank"})
	if err != nil {
		return nil, nil, err
	}
	defer t.close()
	for t.next(maxBallots) {
		k := Rank{Judge: t.name("judge"), Participant: t.name("participant"),
			place: place{t.file, t.line}}
		if k.Judge == "" || k.Participant == "" {
			return nil, nil, t.fault(fileerr.New("", 0, "a rank without judge or participant",
				"names of up to 64 characters"))
		}
		if k.Rank, err = t.whole("rank"); err != nil {
			return nil, nil, t.fault(err)
		}
		list = append(list, k)
	}
	if t.err == nil && len(list) == 0 {
		t.err = fileerr.New(file, 0, "no ranks", "a row for each judge and participant")
	}
	return list, t.ignored, t.err
}

// WriteRanks writes ranks in the form that [ReadRanks] reads.
func WriteRanks(out io.Writer, ranks []Rank) error {
	rows := [][]any{{"judge", "participant", "rank"}}
	for _, k := range ranks {
		rows = append(rows, []any{k.Judge, k.Participant, k.Rank})
	}
	return sheet.Write(out, sheet.Dialect{Comma: ','}, rows)
}

// ReadSemifinal reads the scores of the stage before the final in CSV, with the columns entry and
// score; higher scores are better. Errors refer to the input as file and name the line.
func ReadSemifinal(in io.Reader, file string) (scores map[string]float64, ignored []string, err error) {
	t, err := openTable(in, file, []string{"entry", "score"})
	if err != nil {
		return nil, nil, err
	}
	defer t.close()
	scores = make(map[string]float64)
	for t.next(maxEntrants) {
		name := t.name("entry")
		_, again := scores[name]
		score, err := strconv.ParseFloat(t.cell("score"), 64)
		switch {
		case name == "" || again:
			err = fileerr.New("", 0, "entry "+fileerr.Quote(t.cell("entry")), "each entry once")
		case err != nil || score != score || score-score != 0:
			err = fileerr.New("", 0, "score "+fileerr.Quote(t.cell("score")), "a number")
		}
		if err != nil {
			return nil, nil, t.fault(err)
		}
		scores[name] = score
	}
	return scores, t.ignored, t.err
}
