package pages_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// fakeGame is a referee with one game at a time, in memory, whose seats a test gives away. Its
// clock is that of the test.
type fakeGame struct {
	mu       sync.Mutex
	changed  chan struct{} // closed at each change
	settings trade.Settings
	nature   trade.Side
	program  string
	seats    map[accounts.ID]trade.Viewer
	waiting  map[accounts.ID]play.Role
	agreed   map[accounts.ID]bool
	keys     map[string]error
	game     *trade.Game
	log      trade.Log
	started  time.Time
	ahead    time.Duration // of the game's clock, by which tests let time pass
	done     []finished
	refuse   error // of the next actions
	woken    func(...accounts.ID)
}

type finished struct {
	played *trade.Played
	info   archive.Info
}

func newFakeGame(s trade.Settings) *fakeGame {
	return &fakeGame{
		settings: s, nature: trade.Computer, program: "Simple",
		changed: make(chan struct{}), waiting: make(map[accounts.ID]play.Role),
		agreed: make(map[accounts.ID]bool),
	}
}

// start begins a game. The last player is the target if the nature is human.
func (t *fakeGame) start(players ...accounts.ID) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seats, t.keys = make(map[accounts.ID]trade.Viewer), make(map[string]error)
	s := t.settings
	s.Game = fmt.Sprintf("game%d", len(t.done)+1)
	for i, p := range players {
		delete(t.waiting, p)
		if t.nature == trade.Human && i == len(players)-1 {
			t.seats[p] = trade.TheTarget
			break
		}
		t.seats[p] = trade.Viewer(i)
		s.Bettors = append(s.Bettors, fmt.Sprintf("Bettor %d", i+1))
	}
	g, err := trade.New(s)
	if err != nil {
		panic(err)
	}
	set := g.Settings()
	t.game, t.log = g, trade.Log{{Kind: trade.Start, Settings: &set}}
	t.started, t.ahead = time.Now(), 0
	t.wake()
	return s.Game
}

func (t *fakeGame) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
	for player := range t.seats {
		t.woken(player)
	}
}

func (t *fakeGame) now() time.Duration { return time.Since(t.started) + t.ahead }

// pass lets time pass.
func (t *fakeGame) pass(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ahead += d
	t.settle()
	t.wake()
}

// happen lets the target answer, and other things happen that no page asks for.
func (t *fakeGame) happen(e trade.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e.Time = t.now()
	t.apply(e)
	t.settle()
	t.wake()
}

// trades has a bettor bet several times.
func (t *fakeGame) trades(bettor string, side trade.Side, n int, every time.Duration) {
	for range n {
		t.pass(every)
		t.happen(trade.Event{Kind: trade.Bet, Bettor: bettor, Side: side})
	}
}

func (t *fakeGame) apply(e trade.Event) error {
	if err := t.game.Apply(e); err != nil {
		return err
	}
	t.log = append(t.log, e)
	return nil
}

// settle ends a game that is due.
func (t *fakeGame) settle() {
	reason, at, due := t.game.Due(t.now())
	if !due {
		return
	}
	t.apply(trade.Event{Kind: trade.End, Time: max(at, t.now()), Reason: reason, Nature: t.nature})
	info := archive.Info{
		ID: t.game.Settings().Game, Started: t.started, Reason: reason, Nature: t.nature,
		Bets: t.game.Bets(), Price: t.game.Price(), Points: make(map[string]float64),
		Reward: t.game.Reward(), Asked: len(t.game.Exchanges()),
	}
	if t.nature == trade.Computer {
		info.Target = t.program
	}
	for i, name := range t.game.Settings().Bettors {
		info.Bettors = append(info.Bettors, archive.Bettor{Name: name})
		info.Points[name] = t.game.Results()[i].Points
	}
	if list := t.game.Exchanges(); len(list) > 0 {
		info.First = list[0].Question
	}
	t.done = append(t.done, finished{&trade.Played{Game: t.game, Log: t.log}, info})
}

func (t *fakeGame) Agree(_ context.Context, player accounts.ID) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.agreed[player] = true
	return nil
}

func (t *fakeGame) Disagree(_ context.Context, player accounts.ID) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.agreed[player] = false
	return nil
}

func (t *fakeGame) Consent(_ context.Context, player accounts.ID) (c archive.Consent, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if agreed, asked := t.agreed[player]; asked {
		c = archive.Consent{Agreed: agreed, Time: time.Date(2026, 11, 5, 9, 30, 0, 0, time.UTC)}
	}
	return c, nil
}

func (t *fakeGame) Enter(_ context.Context, player accounts.ID, role play.Role) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.agreed[player] {
		return play.ErrConsent
	}
	t.waiting[player] = role
	return nil
}

func (t *fakeGame) Withdraw(_ context.Context, player accounts.ID) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.waiting, player)
	return nil
}

func (t *fakeGame) Lobby(_ context.Context, player accounts.ID) (play.Lobby, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := play.Lobby{Role: t.waiting[player], Start: -1, Consent: t.agreed[player]}
	for _, role := range t.waiting {
		if role == play.AsBettor {
			l.Bettors++
		} else {
			l.Targets++
		}
	}
	if l.Bettors > 0 && l.Targets > 0 {
		l.Start = 12 * time.Second
	}
	if t.game != nil {
		_, over := t.game.Ended()
		if _, seated := t.seats[player]; seated && !over {
			l.Game, l.Role = t.game.Settings().Game, ""
		}
		if !over {
			l.Playing = 1
		}
	}
	return l, nil
}

func (t *fakeGame) Playing(player accounts.ID) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.game == nil {
		return ""
	}
	_, over := t.game.Ended()
	if _, seated := t.seats[player]; over || !seated {
		return ""
	}
	return t.game.Settings().Game
}

func (t *fakeGame) viewer(player accounts.ID, game string) (trade.Viewer, error) {
	v, ok := t.seats[player]
	if !ok || t.game == nil || t.game.Settings().Game != game {
		return 0, archive.ErrUnknown
	}
	return v, nil
}

func (t *fakeGame) Do(_ context.Context, player accounts.ID, game string, a play.Action) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, err := t.viewer(player, game)
	if err != nil {
		return err
	}
	if t.refuse != nil {
		return t.refuse
	}
	if a.Key == "" {
		return play.ErrKey
	}
	if len([]rune(a.Text)) > archive.MaxText {
		return play.ErrText
	}
	key := string(player) + a.Key
	if err, ok := t.keys[key]; ok {
		return err
	}
	t.settle()
	e := trade.Event{Kind: a.Kind, Time: t.now(), Text: a.Text, Side: a.Side, Who: trade.Target}
	if v != trade.TheTarget {
		e.Bettor = t.game.Settings().Bettors[v]
		e.Who = e.Bettor
	}
	if (a.Kind == trade.Answer) != (v == trade.TheTarget) && a.Kind != trade.Leave {
		err = play.ErrRole
	} else if a.Kind == trade.Answer && a.Number != len(t.game.Exchanges()) {
		err = play.ErrStale
	} else {
		err = t.apply(e)
	}
	t.keys[key] = err
	t.settle()
	t.wake()
	return err
}

func (t *fakeGame) Watch(
	ctx context.Context, player accounts.ID, game string, after int,
) ([]trade.Message, int, error) {
	for {
		t.mu.Lock()
		v, err := t.viewer(player, game)
		if err != nil {
			t.mu.Unlock()
			return nil, after, err
		}
		t.settle()
		msgs := slices.Clone(t.game.Look(v, after, t.now()))
		_, over := t.game.Ended()
		_, late := t.game.NextRelease()
		changed := t.changed
		t.mu.Unlock()
		if len(msgs) > 0 || over && !late {
			return msgs, after + len(msgs), nil
		}
		select {
		case <-ctx.Done():
			return nil, after, ctx.Err()
		case <-changed:
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (t *fakeGame) State(_ context.Context, player accounts.ID, game string) (play.State, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, err := t.viewer(player, game)
	if err != nil {
		return play.State{}, err
	}
	t.settle()
	s := play.State{
		Game: game, Role: play.AsTarget, Name: trade.Target, Settings: t.game.Settings(),
		Now: t.now(), Price: t.game.Price(), Curve: t.game.Curve(),
	}
	if v != trade.TheTarget {
		s.Role, s.Name = play.AsBettor, s.Settings.Bettors[v]
		s.Holding = t.game.Holding(int(v))
	}
	for _, name := range s.Settings.Bettors {
		s.Bettors = append(s.Bettors, archive.Bettor{Name: name})
	}
	msgs := t.game.Look(v, 0, t.now())
	s.Next = len(msgs)
	for _, m := range msgs {
		tell(&s, m)
	}
	_, late := t.game.NextRelease()
	s.Over = s.Ended != nil && !late
	return s, nil
}

// tell adds a message to a state.
func tell(s *play.State, m trade.Message) {
	seat := func(name string) *archive.Bettor {
		i := slices.Index(s.Settings.Bettors, name)
		return &s.Bettors[i]
	}
	switch m.Kind {
	case trade.Asked:
		s.Exchanges = append(s.Exchanges, play.Exchange{Number: m.Number, Bettor: m.Bettor,
			Question: m.Text, Asked: m.Time, Answered: -1})
		s.Current = m.Number
		if i := slices.Index(s.Queue, m.Text); m.Bettor == s.Name && i >= 0 {
			s.Queue = slices.Delete(s.Queue, i, i+1)
		}
	case trade.Queued:
		s.Queue = append(s.Queue, m.Text)
	case trade.Signal, trade.Answered:
		e := &s.Exchanges[m.Number-1]
		if e.Answered < 0 {
			e.Answered = m.Time
		}
		e.Answer = m.Text
		if s.Current == m.Number {
			s.Current = 0
		}
	case trade.IsDone:
		seat(m.Bettor).Done = true
	case trade.Left:
		if m.Who != trade.Target {
			seat(m.Who).Left = true
		}
	case trade.HasEnded:
		s.Ended, s.Current = &m, 0
	}
}

func (t *fakeGame) Written(
	context.Context, accounts.ID, string,
) (list []accounts.Written, others []accounts.ID, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.log {
		if e.Text != "" {
			list = append(list, accounts.Written{Text: e.Text})
		}
	}
	return list, nil, nil
}

func (t *fakeGame) Call(context.Context, accounts.ID) error { return nil }

func (t *fakeGame) MayPractise() bool { return true }

func (t *fakeGame) Replays() bool { return false }

func (t *fakeGame) Practice(context.Context, string) (string, error) { return "", play.ErrFull }

func (t *fakeGame) Finished(_ context.Context, game string) (*trade.Played, archive.Info, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.done {
		if f.info.ID == game {
			if f.played.Game == t.game && t.now() < t.game.PublicAt() {
				break
			}
			return f.played, f.info, nil
		}
	}
	return nil, archive.Info{}, archive.ErrUnknown
}

func (t *fakeGame) List(
	_ context.Context, q archive.Query,
) (list []archive.Info, next string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := q.Before == ""
	for _, f := range slices.Backward(t.done) {
		if before && (q.Nature == "" || q.Nature == f.info.Nature) &&
			strings.Contains(f.info.First, q.Text) {
			if len(list) == 20 {
				return list, list[19].ID, nil
			}
			list = append(list, f.info)
		}
		before = before || f.info.ID == q.Before
	}
	return list, "", nil
}

func (t *fakeGame) Logs(_ context.Context, w io.Writer) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.done {
		if err := trade.WriteLog(w, f.played.Log); err != nil {
			return err
		}
	}
	return nil
}

func (t *fakeGame) Leaders(context.Context) (bettors, targets []archive.Leader, err error) {
	return []archive.Leader{
			{Name: "Ann", Standing: archive.Standing{Games: 7, Opponents: 6, Points: 116.1, Brier: 0.0841}},
			{Name: "noise-1", Machine: true, Standing: archive.Standing{Games: 12, Opponents: 8,
				Points: -28.3, Brier: 0.312}},
		}, []archive.Leader{
			{Name: "Cid", Standing: archive.Standing{Games: 5, Opponents: 9, Points: 71.25}},
			{Name: "ELIZA", Machine: true, Standing: archive.Standing{Games: 9, Opponents: 14, Points: 22.4}},
		}, nil
}

func (t *fakeGame) Standing(
	context.Context, accounts.ID,
) (bettor, target archive.Standing, err error) {
	return archive.Standing{Games: 4, Opponents: 3, Points: 12, Brier: 0.2},
		archive.Standing{Games: 7, Opponents: 6, Points: 61.5}, nil
}
