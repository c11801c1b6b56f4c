package loebner

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/rows"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// place says where something was read; the zero value stands for nowhere.
type place struct {
	file string
	line int
}

// errorf returns an error with the place.
func (p place) errorf(found, expected string) error {
	return files.New(p.file, p.line, found, expected)
}

// Ballot is a judge's decision about an entry and a confederate, or about one of them alone.
type Ballot struct {
	Judge, Entry, Confederate string // the entry or the confederate may be missing
	// Points is the number of points for the entry, if points are divided, or else or if they are
	// not known, [noPoints].
	Points int
	// Named is "entry" or "confederate", whichever the judge took for the human, or "nobody" if
	// they took the only one for a machine. If points are divided, [ReadBallots] derives it from
	// these.
	Named string
	// Silent says that the entry said nothing.
	Silent bool

	id string // of the judge, who has it in every file; "" if there is none
	place
}

// Values of [Ballot].Named.
const (
	NamedEntry       = "entry"
	NamedConfederate = "confederate"
	NamedNobody      = "nobody"
)

// name sets who was named by the points for the entry. It fails if the rules forbid these.
func (b *Ballot) name(j Judging) error {
	rest := j.Points - b.Points
	switch {
	case b.Points == noPoints:
		return b.errorf("a verdict without points", "the points of each entry in a column entry_points")
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

// noPoints stands for points that are not known.
const noPoints = -1

// decision returns the column of ballots that says what a judge decided.
func (j Judging) decision() string {
	if j.Format == Points {
		return "entry_points"
	}
	return "named_human"
}

// Ballots are those of a file.
type Ballots struct {
	File string
	List []Ballot
	Left map[string]int // the number of verdicts that were left out, by why
	// Ignored are columns that mean nothing here, but for those of a contest's own verdicts.
	Ignored []string
}

// verdictColumns are those of a table of verdicts that are not needed, beside facts about judges.
var verdictColumns = strings.Fields("stage round entry_side correct confidence reason voted_by corrected void " +
	"silent excluded consent")

// LeftOut says in words what was left out, "" if that is nothing.
func (b *Ballots) LeftOut() string {
	var parts []string
	for _, why := range slices.Sorted(maps.Keys(b.Left)) {
		parts = append(parts, fmt.Sprint(b.Left[why], " ", why))
	}
	return text.And(parts)
}

// ReadBallots reads ballots in CSV and checks each of them by the rules. The columns are judge,
// entry and confederate, and either entry_points, if the rules divide points, or named_human: entry
// or confederate, or the name of either. It also reads the table of verdicts of a contest or a
// study, which has a column verdict instead. Errors refer to the input as file and name the line.
func ReadBallots(in io.Reader, file string, r Rules) (*Ballots, error) {
	column := r.Judging.decision()
	f := rows.Form{Needed: []string{"judge", "entry", "confederate"}, Either: []string{column, "verdict"},
		Optional: verdictColumns,
		None:     [2]string{"no ballots", "a row for each comparison"}}
	b := &Ballots{File: file, Left: make(map[string]int)}
	_, ignored, err := rows.Read(in, file, f, func(row *rows.Row) (none struct{}, err error) {
		x := Ballot{Points: noPoints, place: place{file, row.Line}}
		if !row.Has(column) {
			return none, b.addVerdict(row, x)
		}
		err = readNames(row, f.Needed, &x.Judge, &x.Entry, &x.Confederate)
		switch {
		case err != nil:
		case r.Judging.Format == Points:
			points, wrong := strconv.ParseUint(row.Cell(column), 10, 31)
			if wrong != nil {
				return none, row.Bad(column, "a whole number")
			}
			x.Points = int(points)
			err = x.name(r.Judging)
		default:
			err = x.readNamed(row)
		}
		b.List = append(b.List, x)
		return none, err
	})
	b.Ignored = slices.DeleteFunc(ignored, func(name string) bool { return strings.HasPrefix(name, "judge_") })
	return b, err
}

// addVerdict adds a row of the table of verdicts, unless it does not count. The column judge_id has
// identifiers of judges.
func (b *Ballots) addVerdict(row *rows.Row, x Ballot) error {
	said := strings.ToLower(row.Cell("verdict"))
	marked := func(column string) bool {
		return !slices.Contains([]string{"", "false", "no", "0"}, strings.ToLower(row.Cell(column)))
	}
	err := readNames(row, []string{"judge"}, &x.Judge)
	words, expected := map[string]string{}, "human or machine, of an entry or a confederate"
	if err == nil && row.Cell("entry") != "" {
		err = readNames(row, []string{"entry"}, &x.Entry)
		words = map[string]string{"human": NamedEntry, "machine": NamedNobody}
	}
	if err == nil && row.Cell("confederate") != "" {
		err = readNames(row, []string{"confederate"}, &x.Confederate)
		words = map[string]string{"human": NamedConfederate, "machine": NamedNobody}
	}
	if x.Entry != "" && x.Confederate != "" {
		words = map[string]string{NamedEntry: NamedEntry, NamedConfederate: NamedConfederate}
		expected = "entry or confederate, of which one is the human"
	}
	x.id = row.Cell("judge_id")
	x.Named, x.Silent = words[said], marked("silent")
	_, notNumber := strconv.ParseFloat(said, 64)
	switch {
	case err != nil:
		return err
	case marked("void"):
		b.Left["void"]++
	case marked("excluded"):
		b.Left["of excluded judges"]++
	case said == "":
		b.Left["not given"]++
	case notNumber == nil && x.Confederate == "": // points of an entry that was questioned alone
	case x.Named == "":
		return row.Bad("verdict", expected)
	default:
		b.List = append(b.List, x)
	}
	return nil
}

// readNamed reads which of the two was taken for the human.
func (b *Ballot) readNamed(row *rows.Row) error {
	cell := row.Cell("named_human")
	is := func(word, name string) bool {
		return strings.EqualFold(cell, word) || cell == name || person(cell) == name
	}
	switch {
	case is(NamedEntry, b.Entry):
		b.Named = NamedEntry
	case is(NamedConfederate, b.Confederate):
		b.Named = NamedConfederate
	default:
		return row.Bad("named_human", "entry or confederate")
	}
	return nil
}

// WriteBallots writes ballots in the form that [ReadBallots] reads.
func WriteBallots(out io.Writer, r Rules, ballots []Ballot) error {
	column := r.Judging.decision()
	var list [][]any
	for _, b := range ballots {
		decided := any(b.Named)
		if r.Judging.Format == Points {
			decided = b.Points
		}
		list = append(list, []any{b.Judge, b.Entry, b.Confederate, decided})
	}
	return sheet.WriteRows(out, []string{"judge", "entry", "confederate", column}, list)
}

// Rank is the place that a judge gave to an entry or a confederate, 1 being the most human.
type Rank struct {
	Judge, Participant string // labels; a participant is an entry or a confederate
	Rank               float64
	place
}

var rankColumns = []string{"judge", "participant", "rank"}

// ReadRanks reads ranks in CSV, with the columns judge, participant and rank. Errors refer to the
// input as file and name the line.
func ReadRanks(in io.Reader, file string) ([]Rank, error) {
	f := rows.Form{Needed: rankColumns, None: [2]string{"no ranks", "a row for each judge and participant"}}
	list, _, err := rows.Read(in, file, f, func(row *rows.Row) (Rank, error) {
		k := Rank{place: place{file, row.Line}}
		err := readNames(row, rankColumns, &k.Judge, &k.Participant)
		if err != nil {
			return k, err
		}
		k.Rank, err = strconv.ParseFloat(row.Cell("rank"), 64)
		if err != nil || math.IsNaN(k.Rank) || math.IsInf(k.Rank, 0) {
			err = row.Bad("rank", "a number")
		}
		return k, err
	})
	return list, err
}

// WriteRanks writes ranks in the form that [ReadRanks] reads.
func WriteRanks(out io.Writer, ranks []Rank) error {
	var list [][]any
	for _, k := range ranks {
		list = append(list, []any{k.Judge, k.Participant, k.Rank})
	}
	return sheet.WriteRows(out, rankColumns, list)
}

// readNames reads cells that name somebody. Names such as j1 become J1.
func readNames(row *rows.Row, columns []string, names ...*string) error {
	for i, name := range names {
		*name = row.Cell(columns[i])
		if known := person(*name); known != "" {
			*name = known
		}
		if !isLabel(*name) {
			return row.Bad(columns[i], "a name of up to 64 characters")
		}
	}
	return nil
}
