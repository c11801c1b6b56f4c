package trade_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/trade"
)

// conversations is how many random games are compared with the slow one.
const conversations = 2_000

// random makes random games, with events that are not possible among them and many at the same
// time.
type random struct {
	*rand.Rand
	texts int
}

func (r *random) settings() trade.Settings {
	return trade.Settings{
		Game: "g", Bettors: []string{"ann", "bob", "cyd"}[:1+r.IntN(3)], Seconds: 30,
		StartPrice: float64([]int{1, 2, 50, 50, 50, 99, 100}[r.IntN(7)]),
		Delay:      []float64{0, 0, 5, 1, 40, -1}[r.IntN(6)],
	}
}

// text returns one that occurs nowhere else.
func (r *random) text(what string) string {
	r.texts++
	if r.IntN(30) == 0 {
		return ""
	}
	return fmt.Sprintf("%s<%d>", what, r.texts)
}

// step is a time between events: a fifth of all events happen at once, many on whole seconds.
func (r *random) step() time.Duration {
	switch r.IntN(5) {
	case 0:
		return 0
	case 1, 2:
		return time.Duration(r.IntN(6)) * time.Second
	}
	return time.Duration(r.IntN(2_000_000)) * time.Microsecond
}

func (r *random) event(names []string, now time.Duration) trade.Event {
	who := append([]string{"eve", "target", ""}, names...)[r.IntN(len(names)+3)]
	if r.IntN(5) > 0 {
		who = names[r.IntN(len(names))]
	}
	e := trade.Event{Time: now, Bettor: who}
	switch n := r.IntN(100); {
	case n < 30:
		e.Kind, e.Text = trade.Question, r.text("question")
	case n < 55:
		e.Kind, e.Text, e.Bettor = trade.Answer, r.text("answer"), ""
	case n < 90:
		e.Kind, e.Side = trade.Bet, randomSide(r.Rand)
	case n < 94:
		e.Kind = trade.Done
	case n < 96:
		e.Kind, e.Who, e.Bettor = trade.Leave, who, ""
	case n < 97:
		e.Kind, e.Side = trade.Bet, "both"
	case n < 98:
		e.Kind = "dance"
	case n < 99:
		e.Time -= time.Duration(r.IntN(3)) * time.Second
		e.Kind, e.Side = trade.Bet, trade.Human
	default:
		e = r.end(now)
	}
	return e
}

func (r *random) end(now time.Duration) trade.Event {
	reasons := []trade.Reason{"time", "time", "done", "target_left", "bettors_left", "annulled"}
	return trade.Event{Kind: trade.End, Time: now, Reason: reasons[r.IntN(len(reasons))],
		Nature: randomSide(r.Rand)}
}

// TestConversations plays random games in the package and in the slow game, and looks at both at
// all times: after each event, between events, and around the release of texts. Every viewer's
// stream must be what the slow game says, and must only grow.
func TestConversations(t *testing.T) {
	r := &random{Rand: rand.New(rand.NewPCG(7, 8))}
	reasons := make(map[trade.Reason]int)
	games := conversations
	if !suite.Full(t) {
		games /= 10
	}
	for n := range games {
		s := r.settings()
		polled := suite.Must(trade.New(s))(t)
		quiet, _ := trade.New(s) // nobody looks before the end
		delay := map[float64]float64{0: 5, -1: 0}[s.Delay]
		if s.Delay > 0 {
			delay = s.Delay
		}
		slow := newSlowGame(s.Bettors, int(s.StartPrice), 30*time.Second,
			time.Duration(delay*float64(time.Second)))
		watch := &watcher{t: t, n: n, game: polled, slow: slow, settings: s, r: r,
			seen: make(map[int][]string), sent: make(map[int]string)}
		now := time.Duration(0)
		for range 10 + r.IntN(60) {
			now += r.step()
			e := r.event(s.Bettors, now)
			if now > 32*time.Second || slow.over != "" && r.IntN(2) == 0 {
				e = r.end(now)
			}
			possible := slow.apply(e)
			err := polled.Apply(e)
			if possible != (err == nil) {
				t.Fatalf("game %d: %+v: %v, want possible %v", n, e, err, possible)
			}
			if possible {
				if err := quiet.Apply(e); err != nil {
					t.Fatalf("game %d: %+v without looks: %v", n, e, err)
				}
			}
			// A look must not run ahead of the next event.
			now = max(now, slow.now)
			watch.look(now)
			if r.IntN(3) == 0 {
				now += r.step()
				watch.look(now)
			}
			if at, ok := polled.NextRelease(); ok && r.IntN(3) == 0 && at > now {
				watch.look(at - time.Microsecond)
				watch.look(at)
				now = at
			}
			slow.now = now
			if slow.ended {
				break
			}
		}
		if !slow.ended {
			now = max(now, 30*time.Second)
			e := trade.Event{Kind: trade.End, Time: now, Reason: trade.TimeOver,
				Nature: trade.Human}
			if slow.over != "" {
				e.Reason = trade.Reason(slow.over)
			}
			if !slow.apply(e) || polled.Apply(e) != nil || quiet.Apply(e) != nil {
				t.Fatalf("game %d does not end: %+v", n, e)
			}
		}
		watch.look(now)
		watch.look(now + time.Minute)
		if polled.PublicAt() > now+time.Minute {
			t.Fatalf("game %d: public at %v", n, polled.PublicAt())
		}
		for v := trade.TheTarget; int(v) < len(s.Bettors); v++ {
			diff := cmp.Diff(polled.Look(v, 0, now), quiet.Look(v, 0, now+time.Minute))
			if diff != "" {
				t.Fatalf("game %d: looks change the stream of %d: %s", n, v, diff)
			}
		}
		slow.compare(t, polled)
		compareReplay(t, s, slow.events, polled)
		reasons[slow.events[len(slow.events)-1].Reason]++
	}
	for _, reason := range []trade.Reason{"time", "done", "target_left", "bettors_left",
		"annulled"} {
		if reasons[reason] < games/400 {
			t.Errorf("only %d games end for the reason %s", reasons[reason], reason)
		}
	}
}

// watcher looks at a game.
type watcher struct {
	t        *testing.T
	n        int
	game     *trade.Game
	slow     *slowGame
	settings trade.Settings
	r        *random
	seen     map[int][]string // as the slow game writes it
	sent     map[int]string   // as JSON
}

// look lets all viewers look at a time, each after any number of messages seen before.
func (w *watcher) look(now time.Duration) {
	w.t.Helper()
	for _, v := range append(w.r.Perm(len(w.settings.Bettors)), -1) {
		old := w.seen[v]
		after := len(old)
		if w.r.IntN(4) == 0 {
			after = w.r.IntN(after + 1)
		}
		fresh := w.game.Look(trade.Viewer(v), after, now)
		got := slices.Clone(old[:after])
		for _, m := range fresh {
			got = append(got, shown(m))
		}
		if len(got) < len(old) || !slices.Equal(got[:len(old)], old) {
			w.t.Fatalf("game %d: the stream of %d changed at %v", w.n, v, now)
		}
		if want := w.slow.stream(v, now); !slices.Equal(got, want) {
			w.t.Fatalf("game %d: viewer %d at %v: %s", w.n, v, now, cmp.Diff(want, got))
		}
		w.seen[v] = got
		w.secrets(v, now, fresh[len(old)-after:])
	}
}

// secrets compares the texts in a viewer's stream, as it is sent, with the table of who may see a
// text, and from when on.
func (w *watcher) secrets(v int, now time.Duration, fresh []trade.Message) {
	w.t.Helper()
	for _, m := range fresh {
		data := suite.Must(json.Marshal(m))(w.t)
		w.sent[v] += html.Replace(string(data))
		if (m.Nature != "" || m.Results != nil) && !w.slow.ended {
			w.t.Fatalf("game %d: viewer %d sees the nature at %v", w.n, v, now)
		}
	}
	stream := w.sent[v]
	may := func(what, text string, from time.Duration) {
		if has := strings.Contains(stream, text); has != (from >= 0 && from <= now) {
			w.t.Fatalf("game %d: viewer %d sees the %s %q at %v: %v, allowed from %v on", w.n, v,
				what, text, now, has, from)
		}
	}
	shown := make(map[string]bool) // questions that have been current
	for _, x := range w.slow.turns {
		shown[x.question] = true
		if v != x.bettor {
			may("question", x.question, x.at)
		}
		switch {
		case x.answered < 0:
		case v < 0 || v == x.bettor:
			may("answer", x.answer, x.answered)
		default:
			may("answer", x.answer, x.answered+w.slow.delay)
		}
	}
	for _, e := range w.slow.events {
		own := v >= 0 && e.Bettor == w.settings.Bettors[v]
		switch {
		case e.Kind == trade.Question && own:
			may("own question", e.Text, e.Time)
		case e.Kind == trade.Question && !shown[e.Text]:
			may("waiting question", e.Text, -1)
		}
	}
	bets := 0
	for _, e := range w.slow.events {
		if e.Kind == trade.Bet && v >= 0 && e.Bettor == w.settings.Bettors[v] {
			bets++
		}
	}
	if n := strings.Count(stream, `"holding":`); n != bets {
		w.t.Fatalf("game %d: viewer %d sees %d holdings after %d own bets", w.n, v, n, bets)
	}
}

// html undoes the escapes of [json.Marshal].
var html = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">")

// compare compares what the package says of a game that has ended.
func (g *slowGame) compare(t *testing.T, played *trade.Game) {
	t.Helper()
	end := g.events[len(g.events)-1]
	r := played.Replay()
	var current []trade.Turn
	var release []trade.Release
	for _, x := range g.turns {
		current = append(current, trade.Turn{Time: inSeconds(x.at), Bettor: g.names[x.bettor],
			Text: x.question})
		for i, name := range g.names {
			at := x.answered
			if x.answered < 0 {
				continue
			}
			if i != x.bettor {
				at += g.delay
			}
			release = append(release, trade.Release{Time: inSeconds(at), To: name, Text: x.answer})
		}
	}
	slices.SortStableFunc(release, func(a, b trade.Release) int {
		switch {
		case a.Time < b.Time:
			return -1
		case a.Time > b.Time:
			return 1
		}
		return 0
	})
	if !slices.Equal(r.Current, current) || !slices.Equal(r.Release, release) {
		t.Fatalf("current %v, want %v; release %v, want %v", r.Current, current, r.Release, release)
	}
	price := [][2]float64{{0, float64(g.start)}}
	reward, over := float64(g.start), min(g.last(), g.seconds)
	for _, e := range g.events {
		if e.Kind != trade.Bet {
			continue
		}
		move := 1.0
		if e.Side == trade.Computer {
			move = -1
		}
		price = append(price, [2]float64{inSeconds(e.Time), price[len(price)-1][1] + move})
		if over > 0 {
			reward += move * (over - e.Time).Seconds() / over.Seconds()
		} else {
			reward += move
		}
	}
	if end.Reason == trade.Annulled {
		reward = 0
	}
	if !slices.Equal(r.Price, price) || math.Abs(r.Reward-reward) > 1e-9 {
		t.Fatalf("price %v, want %v; reward %v, want %v", r.Price, price, r.Reward, reward)
	}
	if r.Reason != end.Reason || r.Nature != end.Nature {
		t.Fatalf("the end is %s, %s, want %+v", r.Reason, r.Nature, end)
	}
	for i, name := range g.names {
		want := g.holding(i)
		if end.Reason == trade.Annulled {
			want = "0 0 "
		}
		if b := r.Bettors[name]; fmt.Sprintf("%.0f %d %s", b.Cash, b.Held, b.Kind) != want {
			t.Fatalf("%s has %+v, want %s", name, b, want)
		}
	}
}

func inSeconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e6 }

// last is when the game was over: at the last event before the end if that was the reason.
func (g *slowGame) last() time.Duration {
	if g.over == "" {
		return g.seconds
	}
	return g.events[len(g.events)-2].Time
}

// compareReplay writes the log of a game, reads it and compares all that follows from it.
func compareReplay(t *testing.T, s trade.Settings, events []trade.Event, want *trade.Game) {
	t.Helper()
	log := append([]trade.Event{{Kind: trade.Start, Settings: &s}}, events...)
	var b bytes.Buffer
	suite.OK(t, trade.WriteLog(&b, log))
	for p, err := range trade.ReadLogs(&b, "log") {
		suite.OK(t, err)
		if diff := cmp.Diff(want.Replay(), p.Replay()); diff != "" {
			t.Fatalf("replay: %s", diff)
		}
		for v := trade.TheTarget; int(v) < len(s.Bettors); v++ {
			if diff := cmp.Diff(want.Look(v, 0, time.Hour), p.Look(v, 0, time.Hour)); diff != "" {
				t.Fatalf("stream of %d: %s", v, diff)
			}
		}
		want = nil
	}
	if want != nil {
		t.Fatal("the log has no game")
	}
}
