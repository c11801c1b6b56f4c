package study

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// site is a database with accounts and games that follow the rules.
type site struct {
	t       *testing.T
	store   *store.Store
	journal *journal.Journal[*game.Tournament, game.Event]
	games   int
}

// begin is the day on which the thesis's site opened. Times are on a day from 0 at a clock time.
var begin = time.Date(2016, 2, 18, 0, 0, 0, 0, time.UTC)

func at(day int, clock string) time.Time {
	c, err := time.Parse("15:04", clock)
	if err != nil {
		panic(err)
	}
	return begin.AddDate(0, 0, day).Add(time.Duration(c.Hour())*time.Hour + time.Duration(c.Minute())*time.Minute)
}

func newSite(t *testing.T) *site {
	s := suite.Must(store.Open(t.Context(), filepath.Join(t.TempDir(), "luna.db")))(t)
	a := suite.Must(archive.Open(t.Context(), s))(t)
	j := suite.Must(journal.Open(t.Context(), archive.Log(s), a.Rules(nil), journal.Options{}))(t)
	t.Cleanup(func() {
		j.Close()
		suite.OK(t, s.Close())
	})
	return &site{t: t, store: s, journal: j}
}

// account adds an account, which plays from its first event on.
func (s *site) account(name, kind string, joined time.Time, mail, consent bool) {
	s.t.Helper()
	suite.OK(s.t, s.store.Write(s.t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO accounts (id, username, username_key, password, kind, email,
			email_confirmed, initial, color, consent, joined, generation)
			VALUES (?1, ?1, ?1, '', ?2, '', ?3, '', '', ?4, ?5, 0)`, name, kind, mail, consent,
			joined.Format(time.RFC3339Nano))
		return err
	}))
}

// do applies an event by the rules.
func (s *site) do(e game.Event) {
	s.t.Helper()
	suite.OK(s.t, s.journal.Do(s.t.Context(), nil,
		func(*game.Tournament, time.Time) ([]game.Event, error) { return []game.Event{e}, nil }))
}

func (s *site) register(now time.Time, names ...string) {
	for _, name := range names {
		s.do(game.Event{Kind: game.Registered, Time: now, Player: game.PlayerID(name),
			Machine: strings.HasSuffix(name, "bot")})
	}
}

// move is an event in a game, at a clock time of its day.
type move struct {
	clock string
	kind  game.Kind
	who   game.PlayerID
	what  any // responses, a guess or scores
}

// play opens a game with questions of the player's own and makes moves, and returns its ID.
func (s *site) play(day int, moves ...move) game.GameID {
	s.t.Helper()
	s.games++
	id := game.GameID(fmt.Sprint("game", s.games))
	for _, m := range moves {
		e := game.Event{Kind: m.kind, Time: at(day, m.clock), Player: m.who, Game: id}
		switch what := m.what.(type) {
		case []string:
			e.Responses = what
		case float64:
			e.Guess = &what
		case []game.Score:
			e.Scores = what
		}
		if m.kind == game.Opened || m.kind == game.Joined {
			for i := range game.Questions {
				e.Questions = append(e.Questions, fmt.Sprint(m.who, i+1, "?"))
			}
		}
		s.do(e)
	}
	return id
}

// five are five equal responses of a length.
func five(letter string, length int) []string {
	list := make([]string, game.Questions)
	for i := range list {
		list[i] = strings.Repeat(letter, length)
	}
	return list
}

func scores(list ...float64) (all []game.Score) {
	for i, x := range list {
		if x >= 0 {
			all = append(all, game.Score{Number: i, Score: x})
		}
	}
	return all
}

// twoWeeks plays games of all kinds with known texts, times and guesses. In the last, Cat is moved
// from a game of hers to one of Ann's.
func twoWeeks(t *testing.T) *site {
	s := newSite(t)
	s.account("bot", "machine", at(0, "08:00"), false, false)
	s.account("ann", "person", at(0, "10:00"), true, true)
	s.account("bob", "guest", at(0, "11:00"), false, true)
	s.account("cat", "guest", at(1, "09:00"), false, false)
	s.account("dan", "guest", at(1, "10:00"), false, true)
	s.register(at(0, "11:59"), "ann", "bob", "cat", "bot")
	s.play(0, move{"12:00", game.Opened, "ann", nil}, move{"12:01", game.Joined, "bob", nil},
		move{"12:02", game.Responded, "ann", []string{"a", "aa", "aaa", "aaaa", "aaaaa"}},
		move{"12:02", game.Responded, "bob", []string{"ab\x00defghij", "👩‍🚀4567890", "bbbbbbbbbb", "bbbbbbbbbb", "bbbbbbbbbb"}},
		move{"12:03", game.Scored, "ann", scores(100, 50, -1, 0, 50)},
		move{"12:03", game.Guessed, "ann", 60.0}, move{"12:05", game.Guessed, "bob", 80.0})
	s.play(1, move{"12:00", game.Opened, "ann", nil}, move{"12:01", game.Joined, "bot", nil},
		move{"12:02", game.Responded, "ann", five("a", 2)}, move{"12:02", game.Responded, "bot", five("x", 20)},
		move{"12:03", game.Scored, "ann", scores(20, 0, 0, 10, 30)},
		move{"12:03", game.Guessed, "bot", 50.0}, move{"12:10", game.Guessed, "ann", 10.0})
	s.play(1, move{"13:00", game.Opened, "bob", nil}, move{"13:01", game.Joined, "cat", nil},
		move{"13:02", game.Responded, "cat", five("c", 4)}, move{"13:02", game.Responded, "bob", five("b", 8)},
		move{"13:03", game.Guessed, "bob", 40.0}, move{"13:07", game.Guessed, "cat", 70.0})
	s.play(1, move{"14:00", game.Opened, "cat", nil}, move{"14:01", game.Joined, "ann", nil},
		move{"14:05", game.Responded, "cat", five("c", 5)}, move{"14:20", game.Deactivated, "ann", nil})
	alone := s.play(1, move{"15:00", game.Opened, "cat", nil})
	stalled := s.play(2, move{"10:00", game.Opened, "bob", nil}, move{"10:01", game.Joined, "cat", nil},
		move{"10:02", game.Responded, "bob", five("b", 3)})
	s.do(game.Event{Kind: game.Expired, Time: at(4, "15:00"), Game: alone})
	s.do(game.Event{Kind: game.Expired, Time: at(5, "10:02"), Game: stalled})
	s.play(7, move{"11:00", game.Opened, "ann", nil}, move{"11:01", game.Joined, "bob", nil},
		move{"11:02", game.Responded, "bob", five("b", 6)}, move{"11:03", game.Responded, "ann", five("", 0)},
		move{"11:04", game.Guessed, "ann", 30.0}, move{"11:10", game.Forfeited, "bob", nil})
	own := s.play(7, move{"12:00", game.Opened, "cat", nil})
	anns := s.play(7, move{"12:05", game.Opened, "ann", nil})
	s.do(game.Event{Kind: game.Deactivated, Time: at(7, "12:06"), Player: "cat", Game: own, Moved: anns})
	s.do(game.Event{Kind: game.Joined, Time: at(7, "12:06"), Player: "cat", Game: anns, Moved: own,
		Questions: []string{"cat1?", "cat2?", "cat3?", "cat4?", "cat5?"}})
	return s
}

func (s *site) study(o Options) *Study {
	s.t.Helper()
	o.Now = at(20, "00:00")
	a := suite.Must(archive.Open(s.t.Context(), s.store))(s.t)
	suite.OK(s.t, a.Sweep(s.t.Context(), at(99, "00:00"), true)) // nothing can be reported any more
	return suite.Must(Run(s.t.Context(), s.store, o))(s.t)
}

// expect compares the rows of a table, whose numbers are all given as float64.
func (r *Study) expect(t *testing.T, name string, want ...[]any) {
	t.Helper()
	var got [][]any
	for _, row := range r.table(name).Rows {
		var cells []any
		for _, x := range row {
			if n, ok := x.(int64); ok {
				x = float64(n)
			}
			cells = append(cells, x)
		}
		got = append(got, cells)
	}
	for _, row := range want {
		for i := range row {
			if n, ok := row[i].(int); ok {
				row[i] = float64(n)
			}
		}
	}
	if d := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); d != "" {
		t.Errorf("%s (- expected, + found):\n%s", name, d)
	}
}

// All numbers are worked out by hand from the games above.
func TestKnownAnswers(t *testing.T) {
	r := twoWeeks(t).study(Options{})
	if r.Behind != 0 {
		t.Errorf("%d events are not counted", r.Behind)
	}
	r.expect(t, "players", []any{"guest", 3, 0, 2, 2}, []any{"machine", 1, 0, 1, 1},
		[]any{"person", 1, 1, 1, 1}, []any{"all", 5, 1, 4, 4})
	r.expect(t, "visits", []any{4, 18, 3, .75})
	r.expect(t, "retention", []any{1, 4, 3, .75}, []any{7, 4, 2, .5})
	r.expect(t, "days", []any{"2016-02-18", 1, 1, 1, 1, 1, 4}, []any{"2016-02-19", 0, 2, 0, 4, 2, 8},
		[]any{"2016-02-20", 0, 0, 0, 1, 0, 2}, []any{"2016-02-25", 0, 0, 0, 2, 0, 4})
	r.expect(t, "games", []any{8, 7, 3, 3. / 8, 1, 1, 2, 1, 1, 7})
	r.expect(t, "phases", []any{"nobody joined", 8, 0, 0, 0, 1, 0}, []any{"interview", 7, 0, 0, 0, 0, 0},
		[]any{"response", 7, 1, 0, 1, 1, 0}, []any{"guess", 4, 0, 0, 0, 0, 1}, []any{"final", 3, 0, 3, 0, 0, 0})
	r.expect(t, "stalled", []any{"left", "response", "person", 1, 0},
		[]any{"expired", "response", "guest", 1, 0}, []any{"forfeited", "guess", "guest", 1, 0})
	r.expect(t, "texts", []any{"questions", "all", 75, 50, 20, 5, 5}, []any{"questions", "machines", 5, 5, 5, 5, 5},
		[]any{"questions", "people", 70, 45, 15, 5, 5},
		[]any{"responses", "all", 50, 40, 13, (10. + 3 + 2 + 20 + 4 + 8 + 6 + 0) / 8, 20},
		[]any{"responses", "machines", 5, 5, 1, 20, 20},
		[]any{"responses", "people", 45, 35, 12, (10. + 3 + 2 + 4 + 8 + 6 + 0) / 7, 10})
	r.expect(t, "games_each", []any{4, 1.25, 1.5, 3, 2})
	r.expect(t, "games_distribution", []any{0, 1}, []any{1, 1}, []any{2, 2})
	// Ann 80, Bob (60 + 70 + 30) / 3, Cat 40: 22⅔ - 4/9, -4/9 - 4 and -17⅞ from the mean.
	m2, m3 := 22400./81, (200.*200*200-40*40*40-160*160*160)/(3*729)
	m4 := (200.*200*200*200 + 40*40*40*40 + 160*160*160*160) / (3 * 6561)
	skew, kurtosis := m3/math.Pow(m2, 1.5), m4/m2/m2-3
	r.expect(t, "ratings", []any{3, 3, 520. / 9, 160. / 3, math.Sqrt(m2 * 3 / 2), 40, 80, skew, kurtosis,
		math.Exp(-3. / 12 * (skew*skew + kurtosis*kurtosis/4))})
	var bins [][]any
	for i := range 10 {
		bins = append(bins, []any{10 * i, 10*i + 10, []int{4: 1, 5: 1, 8: 1, 9: 0}[i]})
	}
	r.expect(t, "rating_bins", bins...)
	r.expect(t, "spread", []any{2, 1, 5 / math.Sqrt2, nil, 0, nil},
		[]any{3, 1, math.Sqrt(1850. / 54), nil, 1, math.Sqrt(1850. / 54)})
	r.expect(t, "machines", []any{"bot", 10, nil, 1, 1, 10, 10, 0})
	r.expect(t, "guesses", []any{1, 1, 10}, []any{3, 1, 35})
	r.expect(t, "agreement", []any{1, nil, nil})
	q := r.table("questions").Rows
	if len(q) != 20 {
		t.Errorf("found %d questions, expected 20", len(q))
	}
	r.table("questions").Rows = append(q[:1:1], q[4])
	r.expect(t, "questions", []any{"ann1?", 1, 4, 2, 2, 60, 1, 1}, []any{"ann3?", 1, 4, 2, 1, 0, nil, nil})
	samples := r.table("samples").Rows
	if len(samples) != 10 || fmt.Sprint(samples[2]) != "[3 3 bob3? aaa]" {
		t.Errorf("found samples %v, expected ten, the third of three letters", samples)
	}
}

// number returns the number in a cell.
func (t *Table) number(row int, column string) float64 {
	switch x := t.Rows[row][slices.Index(t.Columns, column)].(type) {
	case int64:
		return float64(x)
	case float64:
		return x
	}
	return 0
}

// The pairs are (10,60) (3,80) (20,10) (4,40) (8,70) (6,30); the third is about the machine.
func TestLengthsAgainstGuesses(t *testing.T) {
	r := twoWeeks(t).study(Options{Seed: 1})
	lengths := r.table("lengths")
	number := func(row int, column string, want float64) {
		t.Helper()
		if got := lengths.number(row, column); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v, %s: found %v, expected %v", lengths.Rows[row][0], column, got, want)
		}
	}
	number(0, "pairs", 6)
	number(0, "players", 4)
	number(0, "mean_length", 8.5)
	number(0, "mean_guess", 290./6)
	number(0, "pearson", -525/math.Sqrt(191.5*10450/3))
	number(0, "spearman", 1-6*54./210)
	number(1, "pairs", 5)
	number(1, "pearson", 4/math.Sqrt(32.8*1720))
	var kinds []any
	for _, row := range lengths.Rows {
		kinds = append(kinds, row[0])
	}
	if fmt.Sprint(kinds) != "[all people person guest machine]" {
		t.Errorf("found kinds %v", kinds)
	}
	if low, high := lengths.number(0, "low"), lengths.number(0, "high"); !(-1 <= low && low < high && high <= 1) {
		t.Errorf("found an interval from %v to %v", low, high)
	}
}

// A resample of two responders has only the first, only the second or both, with known
// correlations.
func TestInterval(t *testing.T) {
	group := func(pairs ...[2]float64) (s sums) {
		for _, p := range pairs {
			s.add(sums{1, p[0], p[1], p[0] * p[0], p[1] * p[1], p[0] * p[1]})
		}
		return s
	}
	up, down := group([2]float64{0, 0}, [2]float64{1, 10}), group([2]float64{0, 10}, [2]float64{1, 0})
	low, high, ok := interval([]sums{up, down}, 1, "test")
	if !ok || math.Abs(low+1) > 1e-9 || math.Abs(high-1) > 1e-9 {
		t.Errorf("found %v to %v, %v, expected -1 to 1", low, high, ok)
	}
	if _, _, ok := interval([]sums{up}, 1, "test"); ok {
		t.Error("one responder has an interval")
	}
}

// On the second day, four games were opened and Bob's rating was still 65.
func TestPeriod(t *testing.T) {
	r := twoWeeks(t).study(Options{Since: at(1, "00:00"), Until: at(2, "00:00")})
	r.expect(t, "players", []any{"guest", 2, 0, 1, 1}, []any{"all", 2, 0, 1, 1})
	r.expect(t, "games", []any{4, 3, 2, .5, 0, 1, 1, 0, 0, 8.5})
	r.expect(t, "games_each", []any{4, .75, 1, 3, 1})
	if got := r.table("ratings").number(0, "mean"); math.Abs(got-(80.+65+40)/3) > 1e-9 {
		t.Errorf("the mean rating is %v", got)
	}
	r.expect(t, "days", []any{"2016-02-19", 0, 2, 0, 4, 2, 8})
}

// The Gibberish Bot of the thesis: eight guesses of 1 and one of 50 make 6.4. Of two more guesses
// by one person, the mean counts once in the error.
func TestMachineOfTheThesis(t *testing.T) {
	s := newSite(t)
	s.account("bot", "machine", at(0, "08:00"), false, false)
	s.register(at(0, "08:00"), "bot")
	for i := range 9 {
		guest := game.PlayerID(fmt.Sprint("guest", i))
		s.account(string(guest), "guest", at(0, "09:00"), false, false)
		s.register(at(0, "09:00"), string(guest))
		guess := 1.0
		if i == 8 {
			guess = 50
		}
		s.play(0, move{"10:00", game.Opened, guest, nil}, move{"10:01", game.Joined, "bot", nil},
			move{"10:02", game.Responded, guest, five("g", 1)}, move{"10:02", game.Responded, "bot", five("x", 30)},
			move{"10:03", game.Guessed, guest, guess}, move{"10:04", game.Guessed, "bot", 50.0})
	}
	r := s.study(Options{})
	deviation := math.Sqrt((8*math.Pow(1-58./9, 2) + math.Pow(50-58./9, 2)) / 8)
	r.expect(t, "machines", []any{"bot", 58. / 9, deviation / 3, 9, 9, 1, 50, nil})
	r.expect(t, "ratings", []any{9, 0, nil, nil, nil, nil, nil, nil, nil, nil})
	if got := r.table("lengths").Rows[0][5]; got != nil {
		t.Errorf("one length has the correlation %v with guesses", got)
	}
}

// Every form is written, of a site without players as of another.
func TestForms(t *testing.T) {
	for name, s := range map[string]*site{"empty": newSite(t), "two weeks": twoWeeks(t)} {
		r := s.study(Options{})
		var text, tables, values bytes.Buffer
		suite.OK(t, errors.Join(r.WriteText(&text), r.WriteJSON(&tables), r.WriteCSV(&values)))
		var object map[string]any
		if err := json.Unmarshal(tables.Bytes(), &object); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, x := range r.Tables {
			_, list := object[x.Name].([]any)
			_, single := object[x.Name].(map[string]any)
			if list == single || single != x.Single || x.Title == "" || x.Note == "" {
				t.Errorf("%s: table %s: %v", name, x.Name, object[x.Name])
			}
			if !strings.Contains(text.String(), strings.ToUpper(x.Title)) {
				t.Errorf("%s: table %s is missing", name, x.Name)
			}
		}
		for _, line := range []string{"players,guest,finished,2", "games,,initiated,8",
			"texts,questions / people,unique,15", "samples,3,question,bob3?"} {
			if found := strings.Contains(values.String(), "\n"+line+"\n"); found != (name == "two weeks") {
				t.Errorf("%s: the line %q is there: %v", name, line, found)
			}
		}
	}
}

// TestLongTexts checks that long texts are cut in tables for people alone, however they are made.
func TestLongTexts(t *testing.T) {
	for _, long := range []string{strings.Repeat("why? ", 1000), strings.Repeat("漢", 5000),
		strings.Repeat("x", 5000), strings.Repeat("\u200d", 5000), "a" + strings.Repeat("\u0301", 4999)} {
		r := &Study{Tables: []Table{{Name: "questions", Columns: []string{"question", "asked"},
			Rows: [][]any{{long, int64(7)}, {"short?", int64(8)}}}}}
		var table, csv, object bytes.Buffer
		suite.OK(t, r.WriteText(&table))
		suite.OK(t, r.WriteCSV(&csv))
		suite.OK(t, r.WriteJSON(&object))
		for line := range strings.Lines(table.String()) {
			if text.Width(line) > 100 || len([]rune(line)) > 100 {
				t.Errorf("a line is %d columns wide, of %d characters", text.Width(line), len([]rune(line)))
			}
		}
		if !strings.Contains(csv.String(), long) || !strings.Contains(object.String(), strings.TrimSpace(long)) {
			t.Errorf("%.20q is cut for programs", long)
		}
	}
}
