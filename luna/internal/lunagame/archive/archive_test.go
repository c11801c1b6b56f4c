package archive_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

var crowd = []game.PlayerID{"ann", "bob", "cyd", "dan", "eve", "bot1", "bot2"}

// double is a tournament that holds everything, and an archive that is given the same events.
type double struct {
	t       testing.TB
	rng     *rand.Rand
	now     time.Time
	whole   *whole
	path    string
	store   *store.Store
	archive *archive.Archive
	journal *journal.Journal[*game.Tournament, game.Event]
	pending []game.Event
}

func newDouble(t testing.TB, seed uint64) *double {
	d := &double{
		t: t, rng: rand.New(rand.NewPCG(seed, 15)), whole: newWhole(),
		now:  time.Date(2016, 2, 18, 12, 0, 0, 123456789, time.UTC),
		path: filepath.Join(t.TempDir(), "luna.db"),
	}
	d.open()
	t.Cleanup(d.close)
	return d
}

// open opens the archive with a writer that holds as little as it may.
func (d *double) open() {
	d.t.Helper()
	d.store = suite.Must(store.Open(context.Background(), d.path))(d.t)
	d.archive = suite.Must(archive.Open(context.Background(), d.store))(d.t)
	rules := d.archive.Rules(nil)
	rules.Saved = func(t *game.Tournament) { t.Settle(0) }
	d.journal = suite.Must(journal.Open(context.Background(), archive.Log(d.store), rules,
		journal.Options{}))(d.t)
}

func (d *double) close() {
	d.journal.Close()
	suite.OK(d.t, d.store.Close())
}

// try applies an event to the tournament and, if that accepts it, queues it for the archive.
func (d *double) try(e game.Event) {
	d.now = d.now.Add(time.Second)
	e.Time = d.now
	if _, err := d.whole.Apply(e); err == nil {
		d.pending = append(d.pending, e)
	}
}

// flush gives the archive the queued events, in one commit.
func (d *double) flush() {
	d.t.Helper()
	events := d.pending
	d.pending = nil
	suite.OK(d.t, d.journal.Do(context.Background(), nil,
		func(*game.Tournament, time.Time) ([]game.Event, error) { return events, nil }))
}

// play applies random events, in commits of random sizes, and reopens the archive now and then.
func (d *double) play(events int) {
	for _, p := range crowd {
		d.try(game.Event{Kind: game.Registered, Player: p, Machine: p[:3] == "bot"})
	}
	for n := range events {
		if d.rng.IntN(300) == 0 {
			d.now = d.now.Add(time.Duration(d.rng.IntN(4)) * 24 * time.Hour)
		}
		if d.rng.IntN(5) == 0 {
			for _, e := range d.whole.Overdue(d.now) {
				d.try(e)
			}
		}
		d.try(d.event(n))
		if d.rng.IntN(12) == 0 {
			d.flush()
		}
		if d.rng.IntN(400) == 0 {
			d.flush()
			d.close()
			d.open()
		}
	}
	d.flush()
}

// event returns a random event.
func (d *double) event(n int) game.Event {
	p := crowd[d.rng.IntN(len(crowd))]
	if last := d.whole.Log[len(d.whole.Log)-1]; last.Game != "" && d.rng.IntN(2) == 0 {
		if g, _ := d.whole.Game(last.Game); g.Status == game.Left || g.Status == game.TimedOut {
			return game.Event{Kind: game.Stalled, Player: g.Seats[d.rng.IntN(2)].Player, Game: g.ID,
				Weight: new(float64(d.rng.IntN(6)) / 5)}
		}
	}
	ids := gamesOf(d.whole, p)
	if d.rng.IntN(8) == 0 || len(ids) == 0 {
		var questions []string
		if d.rng.IntN(3) > 0 {
			questions = d.texts("question")
		}
		e, _ := game.Pairing{MachineGames: true}.Enter(d.whole.Tournament, game.Event{Time: d.now,
			Player: p, Game: game.GameID(fmt.Sprint("g", n)), Questions: questions})
		return e
	}
	id := ids[len(ids)-1-d.rng.IntN(min(len(ids), 9))]
	for _, other := range ids {
		v, err := d.whole.View(other, p, nil)
		if err == nil && v.Turn == game.ToAct && d.rng.IntN(2) == 0 {
			id = other
			break
		}
	}
	e := game.Event{Player: p, Game: id}
	switch k := d.rng.IntN(48); {
	case k == 46:
		e.Kind = []game.Kind{game.Blocked, game.Unblocked}[d.rng.IntN(2)]
		return e
	case k == 47:
		events, _ := d.whole.Gone(p, d.rng.IntN(2) == 0, func() game.GameID {
			return game.GameID(fmt.Sprint("g", n, "-", d.rng.Uint64()))
		}, d.now)
		for _, e := range events {
			d.try(e)
		}
		e.Kind, e.Game = game.Unblocked, ""
		return e
	case k == 0:
		e, _ = d.whole.Leave(p, id, d.rng.Uint64N(4), d.now)
		return e
	case k == 1:
		e.Kind, e.Game = game.Damped, ""
		e.Weight, e.Reason = new(float64(d.rng.IntN(6))/4), "test"
		return e
	case k < 4:
		e.Kind, e.Game = game.Noticed, []game.GameID{"", id}[d.rng.IntN(2)]
		return e
	case k < 8:
		e.Kind = game.Scored
		e.Scores = []game.Score{{Number: d.rng.IntN(5), Score: d.rng.Float64() * 100}}
		return e
	}
	g, _ := d.whole.Game(id)
	switch g.Stage() {
	case game.Interviewing:
		e.Kind, e.Questions = game.Interviewed, d.texts("question")
	case game.Responding:
		e.Kind, e.Responses = game.Responded, d.texts("response")
	default:
		e.Kind, e.Guess = game.Guessed, new(d.rng.Float64()*100)
		e.Origin, e.Rules = d.rng.Uint64N(4), d.rng.IntN(2)
		if d.rng.IntN(3) == 0 {
			e.Weight = new(d.rng.Float64())
		}
	}
	return e
}

// texts returns five texts of which some have been used before.
func (d *double) texts(kind string) []string {
	list := make([]string, game.Questions)
	for i := range list {
		list[i] = fmt.Sprint(kind, " ", d.rng.IntN(40))
	}
	return list
}

// TestSameAsTournament plays at random and compares everything that readers of the archive see with
// the tournament that holds everything.
func TestSameAsTournament(t *testing.T) {
	seeds := uint64(4)
	if !suite.Full(t) {
		seeds = 1
	}
	for seed := range seeds {
		d := newDouble(t, seed)
		for range 3 {
			d.play(400)
			d.compare()
		}
		report := suite.Must(d.archive.Verify(t.Context(), nil, nil))(t)
		if len(report.Problems) > 0 || report.Behind != 0 || report.Events < 100 {
			t.Errorf("seed %d: %+v", seed, report)
		}
	}
}

func (d *double) compare() {
	d.t.Helper()
	ctx := context.Background()
	finished := make(map[game.GameID]game.Game)
	var played []game.Game
	for g := range d.whole.Games() {
		found := suite.Must(d.archive.Game(ctx, g.ID))(d.t)
		d.same("game "+string(g.ID), g, found)
		if g.Seats[0].Outcome != nil {
			finished[g.ID] = g
		}
		for i := range g.Seats {
			g.Seats[i].Questions, g.Seats[i].Responses = nil, nil
		}
		played = append(played, g)
	}
	var again []game.Game
	for g, err := range d.archive.Played(ctx) {
		suite.OK(d.t, err)
		again = append(again, g)
	}
	d.same("all games", played, again)
	for g, err := range d.archive.Finished(ctx) {
		suite.OK(d.t, err)
		d.same("finished game "+string(g.ID), finished[g.ID], g)
		delete(finished, g.ID)
	}
	if len(finished) > 0 {
		d.t.Errorf("%d finished games are missing", len(finished))
	}
	counts := suite.Must(d.archive.Counts(ctx))(d.t)
	d.same("counts", d.whole.Counts(), counts)
	for _, p := range crowd {
		d.comparePlayer(ctx, p)
	}
}

func (d *double) comparePlayer(ctx context.Context, id game.PlayerID) {
	d.t.Helper()
	p := suite.Must(d.whole.Player(id))(d.t)
	p.Stalls = nil
	found := suite.Must(d.archive.Player(ctx, id, 1<<20))(d.t)
	d.same("player "+string(id), p, found)
	notices := noticesOf(d.whole, id)
	n := suite.Must(d.archive.Notices(ctx, id, 1<<20))(d.t)
	d.same("notices of "+string(id), notices, n)

	ids := gamesOf(d.whole, id)
	slices.Reverse(ids)
	var active, ended []game.GameID
	for _, g := range ids {
		if v, _ := d.whole.View(g, id, nil); v.Active {
			active = append(active, g)
		} else {
			ended = append(ended, g)
		}
	}
	limit := 1 + d.rng.IntN(10)
	var paged []game.GameID
	for page := (archive.Page{Limit: limit}); ; {
		list, next, err := d.archive.GamesOf(ctx, id, page)
		suite.OK(d.t, err)
		if len(list) > max(limit, len(active)+1) {
			d.t.Errorf("a page of %d games, limit %d", len(list), limit)
		}
		for _, g := range list {
			paged = append(paged, g.ID)
		}
		if page.Before = next; next == "" {
			break
		}
	}
	d.same("games of "+string(id), append(active, ended...), paged)
	together := suite.Must(d.archive.Games(ctx, paged))(d.t)
	for i, g := range together {
		want := suite.Must(d.whole.Game(paged[i]))(d.t)
		d.same("game among others", want, g)
	}
	playing := suite.Must(d.archive.Active(ctx, id))(d.t)
	var now []game.GameID
	for _, g := range playing {
		now = append(now, g.ID)
	}
	d.same("active games of "+string(id), active, now)

	asked := questionsOf(d.whole, id)
	var questions []game.AskedQuestion
	for page := (archive.Page{Limit: limit}); ; {
		list, next, err := d.archive.Questions(ctx, id, page)
		suite.OK(d.t, err)
		if len(list) > limit {
			d.t.Errorf("a page of %d questions, limit %d", len(list), limit)
		}
		questions = append(questions, list...)
		if page.Before = next; next == "" {
			break
		}
	}
	d.same("questions of "+string(id), asked, questions)
}

// same fails unless two values are equal, to the bit.
func (d *double) same(what string, want, found any) {
	d.t.Helper()
	if diff := cmp.Diff(want, found, cmpopts.EquateEmpty()); diff != "" {
		d.t.Fatalf("%s (-tournament +archive):\n%s", what, diff)
	}
}

// TestPages checks what a page must begin with.
func TestPages(t *testing.T) {
	d := newDouble(t, 1)
	for _, before := range []string{"x", "0", "-1", "1.5.2", "99999999999999999999"} {
		_, _, err := d.archive.GamesOf(t.Context(), "ann", archive.Page{Before: before, Limit: 1})
		_, _, err2 := d.archive.Questions(t.Context(), "ann", archive.Page{Before: before, Limit: 1})
		if !errors.Is(err, archive.ErrPage) || !errors.Is(err2, archive.ErrPage) {
			t.Errorf("before %q: %v, %v", before, err, err2)
		}
	}
}

// TestErasedTexts checks that nothing of what a player wrote is left in the file, and that nothing
// else changes.
func TestErasedTexts(t *testing.T) {
	d := newDouble(t, 2)
	d.play(600)
	ctx := t.Context()
	suite.OK(t, d.archive.EraseTexts(ctx, "ann", false))
	for g := range d.whole.Games() {
		found := suite.Must(d.archive.Game(ctx, g.ID))(t)
		for i := range g.Seats {
			if g.Seats[i].Player == "ann" {
				g.Seats[i].Questions, g.Seats[i].Responses = nil, nil
			}
		}
		d.same("game "+string(g.ID), g, found)
	}
	if list, _, err := d.archive.Questions(ctx, "ann", archive.Page{Limit: 100}); err != nil ||
		len(list) > 0 {
		t.Errorf("questions are left: %v, %v", list, err)
	}
	report := suite.Must(d.archive.Verify(ctx, nil, nil))(t)
	if len(report.Problems) > 0 {
		t.Error(report.Problems)
	}
}
