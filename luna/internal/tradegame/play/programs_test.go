package play_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/typing"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/alone"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// program is a responder made of a function.
type responderFunc func(ctx context.Context, question string) (string, error)

func (f responderFunc) Respond(ctx context.Context, questions []string) ([]string, error) {
	text, err := f(ctx, questions[0])
	return []string{text}, err
}

// TestBadPrograms has programs as targets that hang, fail, say nothing, babble or write marks.
// Their answers look as people's do, or there is none, and the game goes on to its end.
func TestBadPrograms(t *testing.T) {
	for _, c := range []struct {
		why  string
		r    responderFunc
		want string // "" for silence
	}{
		{"hangs", func(ctx context.Context, _ string) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		}, ""},
		{"fails", func(context.Context, string) (string, error) { return "", errors.New("dead") }, ""},
		{"is empty", func(context.Context, string) (string, error) { return " \n", nil }, ""},
		{"is invisible", func(context.Context, string) (string, error) { return "\u200b\x00", nil }, ""},
		{"babbles", func(context.Context, string) (string, error) {
			return strings.Repeat("Yes. ", 100_000), nil
		}, strings.TrimSpace(strings.Repeat("Yes. ", 100))},
		{"writes marks", func(context.Context, string) (string, error) {
			return "**Well** —\n\n“yes”…", nil
		}, `Well - "yes"...`},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, play.Options{
					Targets:  []play.Target{{Name: "odd", Responder: c.r}},
					Settings: trade.Settings{Seconds: 600},
				})
				h.SetToss(program)
				game := h.start("tom", "ann", "bob", "cat")
				h.must("ann", game, ask("How are you?"))
				time.Sleep(5 * time.Minute)
				s := h.state("ann", game)
				if got := s.Exchanges[0].Answer; got != c.want || (s.Current == 1) != (c.want == "") {
					t.Errorf("the answer is %.80q, expected %.80q; current %d", got, c.want, s.Current)
				}
				h.must("bob", game, bet(trade.Computer))
				time.Sleep(10 * time.Minute)
				if _, i, err := h.Finished(t.Context(), game); err != nil || i.Target != "odd" ||
					i.Nature != trade.Computer || i.Points["Bettor 2"] != 100-51 {
					t.Errorf("%+v %v", i, err)
				}
			})
		})
	}
}

// TestProgramAfterRestart has a program asked, the server stopped before it answers, and started
// again.
func TestProgramAfterRestart(t *testing.T) {
	inHouse(t, play.Options{Settings: trade.Settings{Seconds: 300}}, program, func(t *testing.T, h *house) {
		game := h.start("tom", "ann", "bob", "cat")
		h.must("ann", game, ask("How are you?"))
		h.must("ann", game, ask("And now?"))
		time.Sleep(500 * time.Millisecond)
		h.reopen()
		time.Sleep(2 * time.Minute)
		h.reopen()
		time.Sleep(2 * time.Minute)
		s := h.state("ann", game)
		for i, x := range s.Exchanges {
			if x.Answer != responder.Interesting {
				t.Errorf("answer %d is %q", i+1, x.Answer)
			}
		}
		if len(s.Exchanges) != 2 {
			t.Errorf("found %d questions, expected 2", len(s.Exchanges))
		}
	})
}

// TestSiteBettors has bettors of the site fill empty seats.
func TestSiteBettors(t *testing.T) {
	inHouse(t, play.Options{Bettors: 3}, program, func(t *testing.T, h *house) {
		game := h.start("tom", "ann")
		time.Sleep(3 * time.Minute)
		_, i, err := h.Finished(t.Context(), game)
		if err != nil || len(i.Bettors) != 3 || i.Bettors[0].Machine || !i.Bettors[1].Machine ||
			i.Bets == 0 || i.Asked == 0 {
			t.Errorf("%+v %v", i, err)
		}
		if list, _, err := h.Leaders(t.Context()); len(list) > 0 || err != nil {
			t.Errorf("leaders %+v, %v", list, err)
		}
	})
}

// TestTiming compares the times that programs take to answer with those of people whom package
// typing simulates, by the two-sample test of Kolmogorov and Smirnov: they must come from the same
// distribution, although the program has its answer at once.
func TestTiming(t *testing.T) {
	n := 300
	if !suite.Full(t) {
		n = 30
	}
	var programs []float64
	inHouse(t, play.Options{Patience: time.Millisecond,
		Settings: trade.Settings{Seconds: 3600}}, program, func(t *testing.T, h *house) {
		for len(programs) < n {
			game := h.start("tom", "ann")
			h.must("ann", game, ask("Where do you come from?"))
			time.Sleep(3 * time.Minute)
			x := h.state("ann", game).Exchanges[0]
			programs = append(programs, (x.Answered - x.Asked).Seconds())
			h.must("ann", game, play.Action{Kind: trade.Leave})
			time.Sleep(10 * time.Second)
		}
	})
	rng := numbers.Stream(1, "people", 0)
	people := make([]float64, n)
	for i := range people {
		d := typing.Draw(rng).Delay(rng, "Where do you come from?", responder.Interesting)
		people[i] = d.Seconds()
	}
	d := distance(programs, people)
	// The critical value at the level of 0.001 is 1.949 √(2/n).
	if limit := 1.949 * math.Sqrt(2/float64(n)); d > limit {
		t.Errorf("the distance of the distributions is %.3f, expected at most %.3f", d, limit)
	}
	t.Logf("the distance is %.3f; the median of programs is %.2f s, that of people %.2f s", d,
		programs[n/2], people[n/2])
}

// distance returns the largest difference of two empirical distribution functions. It sorts them.
func distance(a, b []float64) (d float64) {
	slices.Sort(a)
	slices.Sort(b)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if a[i] <= b[j] {
			i++
		} else {
			j++
		}
		d = max(d, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
	}
	return d
}

// TestPractice plays practice games with either kind of target. They end when the visitor is done,
// say what the target was, and leave nothing behind.
func TestPractice(t *testing.T) {
	for nature, want := range map[trade.Side]string{
		trade.Human:    "played by a replay of demonstration answers",
		trade.Computer: "the program parrot, which repeats",
	} {
		t.Run(string(nature), func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, play.Options{
				Practice: []play.Target{{Name: "parrot", About: "repeats",
					Responder: responder.Fixed("so?")}},
				Human: func() bool { return nature == trade.Human },
			})
			id, err := h.Practice(t.Context(), "here")
			if err != nil || !play.IsPractice(id) {
				t.Fatal(id, err)
			}
			do := func(a play.Action) {
				t.Helper()
				suite.OK(t, h.Do(t.Context(), "", id, a))
			}
			do(play.Action{Kind: trade.Question, Text: "What is two plus two?", Key: "1"})
			do(play.Action{Kind: trade.Bet, Side: trade.Human, Key: "2"})
			do(play.Action{Kind: trade.Bet, Side: trade.Human, Key: "2"}) // the same
			s, err := h.State(t.Context(), "", id)
			for end := time.Now().Add(time.Minute); err == nil && !slices.ContainsFunc(s.Exchanges,
				func(x play.Exchange) bool { return x.Bettor == s.Name && x.Answer != "" }); {
				if time.Now().After(end) {
					t.Fatalf("no answer: %+v", s)
				}
				time.Sleep(50 * time.Millisecond)
				s, err = h.State(t.Context(), "", id)
			}
			if err != nil || !s.Practice || s.Target != "" || s.Holding.Held != 1 {
				t.Errorf("found %+v, %v", s, err)
			}
			do(play.Action{Kind: trade.Done, Key: "3"})
			s, err = h.State(t.Context(), "", id)
			if err != nil || s.Ended == nil || s.Ended.Nature != nature || !strings.HasPrefix(s.Target, want) {
				t.Errorf("found %+v, %v, expected %q", s, err, want)
			}
			if err := h.Do(t.Context(), "", id, play.Action{Kind: trade.Bet, Side: trade.Human,
				Key: "4"}); !errors.Is(err, trade.ErrEnded) {
				t.Errorf("a bet after the end: %v", err)
			}
			list, _, err := h.List(t.Context(), archive.Query{})
			if err != nil || len(list) != 0 || h.lobby("ann").Playing != 0 {
				t.Errorf("the archive has %v, %v", list, err)
			}
			var n int
			row := h.store.Read().QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM trade_events)
				+ (SELECT count(*) FROM trade_games) + (SELECT count(*) FROM trade_scores)`)
			if err := row.Scan(&n); err != nil || n != 0 {
				t.Errorf("practice left %d rows, %v", n, err)
			}
			started := 0 // a machine that is busy has time for a few more than 30
			var refused error
			for ; refused == nil && started < 60; started++ {
				_, refused = h.Practice(t.Context(), "here")
			}
			if _, ok := errors.AsType[*guard.LimitError](refused); !ok || started < 29 {
				t.Errorf("after %d practices from an address: %v", started, refused)
			}
		})
	}
}

// TestPracticeByShare has one household, or a few, begin as many practice games as it can. Visitors
// find room, and none of them loses a game.
func TestPracticeByShare(t *testing.T) {
	for _, c := range []struct {
		why     string
		address func(n int) string
		many    int
	}{
		{"the /64s of a /48", func(n int) string { return fmt.Sprintf("2001:db8:1:%x::1", n) }, 30},
		{"one address", func(int) string { return "192.0.2.1" }, 1},
		{"a few addresses", func(n int) string { return fmt.Sprintf("192.0.2.%d", n) }, 8},
	} {
		inHouse(t, play.Options{Practice: []play.Target{{Name: "so",
			Responder: responder.Fixed("so?")}}}, nil, func(t *testing.T, h *house) {
			begin := func(address string) (string, error) {
				r := httptest.NewRequest("POST", "/", nil)
				r.RemoteAddr = netip.AddrPortFrom(netip.MustParseAddr(address), 1).String()
				return h.Practice(fair.From(t.Context(), r), httpx.AddressKey(netip.MustParseAddr(address)))
			}
			var games []string
			for visitor := range 20 {
				for n := range 40 * c.many {
					_, _ = begin(c.address(n % c.many))
				}
				id, err := begin(fmt.Sprintf("198.51.100.%d", visitor))
				if err != nil {
					t.Fatalf("%s: visitor %d: %v", c.why, visitor, err)
				}
				games = append(games, id)
				time.Sleep(5 * time.Second)
			}
			for visitor, id := range games {
				if s, err := h.State(t.Context(), "", id); err != nil || s.Ended != nil {
					t.Errorf("%s: the game of visitor %d: %v", c.why, visitor, err)
				}
			}
		})
	}
}

// TestPracticeThatIsOver has a visitor find room among 200 visitors who practise as soon as one of
// them is done, although that one still looks at the game.
func TestPracticeThatIsOver(t *testing.T) {
	inHouse(t, play.Options{Practice: []play.Target{{Name: "so",
		Responder: responder.Fixed("so?")}}}, nil, func(t *testing.T, h *house) {
		begin := func(n int) (string, error) {
			r := httptest.NewRequest("POST", "/", nil)
			address := netip.AddrFrom4([4]byte{198, 51, 100, byte(n)})
			r.RemoteAddr = netip.AddrPortFrom(address, 1).String()
			return h.Practice(fair.From(t.Context(), r), httpx.AddressKey(address))
		}
		var first string
		for n := range 200 {
			id, err := begin(n)
			suite.OK(t, err)
			first = cmp.Or(first, id)
		}
		if _, err := begin(201); !errors.Is(err, alone.ErrFull) {
			t.Errorf("one more: %v", err)
		}
		suite.OK(t, h.Do(t.Context(), "", first, play.Action{Kind: trade.Done, Key: "1"}))
		synctest.Wait()
		if s, err := h.State(t.Context(), "", first); err != nil || s.Ended == nil {
			t.Fatal("the game is not over:", err)
		}
		if _, err := begin(202); err != nil {
			t.Error(err)
		}
	})
}

// TestNoPractice asks for practice where there are no programs for it.
func TestNoPractice(t *testing.T) {
	h := newHouse(t, play.Options{})
	if _, err := h.Practice(t.Context(), "here"); !errors.Is(err, archive.ErrUnknown) {
		t.Error(err)
	}
}

// TestCall calls whoever asked for it once, when somebody else waits.
func TestCall(t *testing.T) {
	var called []accounts.ID
	h := newHouse(t, play.Options{Call: func(id accounts.ID) { called = append(called, id) }})
	if err := h.Call(t.Context(), h.person("ann")); err != nil || !h.lobby("ann").Called {
		t.Error("ann is not to be called", err)
	}
	h.enter("ann", play.AsBettor)
	h.enter("bob", play.AsBettor)
	h.enter("cid", play.AsBettor)
	if !slices.Equal(called, []accounts.ID{h.person("ann")}) || h.lobby("ann").Called {
		t.Errorf("called %v", called)
	}
}

// hear has a program asked in a game, and returns the answer.
func (h *house) hear(question string) string {
	h.t.Helper()
	h.SetToss(program)
	game := h.start("tom", "ann")
	h.must("ann", game, ask(question))
	time.Sleep(3 * time.Minute)
	return h.state("ann", game).Exchanges[0].Answer
}

// told has a person give an answer in a game, which is not public yet when told returns.
func (h *house) told(person, question, answer string) (game string) {
	h.t.Helper()
	h.SetToss(human)
	game = h.start(person, "bob")
	h.must("bob", game, ask(question))
	h.must(person, game, reply(1, answer))
	return game
}

// TestEcho has the target that follows the archive take in games as they become public, through a
// restart, until the texts are removed.
func TestEcho(t *testing.T) {
	const question, answer = "What do you like to eat?", "Cheese, and pears."
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{
			Patience: time.Millisecond, Settings: trade.Settings{Seconds: 120},
			Targets: []play.Target{{Name: "retrieval", Archive: true}},
		})
		expect := func(when, want string) {
			t.Helper()
			if got := h.hear(question); got != want {
				t.Errorf("%s: the answer is %q, expected %q", when, got, want)
			}
		}
		expect("before the first game", responder.DontKnow)
		expect("after a game of a program", responder.DontKnow)
		h.told("eve", question, answer)
		if got := h.hear(question); got != responder.DontKnow {
			t.Errorf("while the game runs, the answer is %q", got)
		}
		time.Sleep(time.Minute)
		expect("after the game", answer)
		h.reopen()
		expect("after a restart", answer)
		h.told("kim", "What should I drink?", "Water.")
		time.Sleep(3 * time.Minute)
		expect("after another game", answer)
		if got := h.hear("Should I drink?"); got != "Water." {
			t.Errorf("the nearest answer is %q", got)
		}
		suite.OK(t, h.Referee.Observer().Erase(t.Context(), h.person("eve")))
		expect("after the removal of the texts", "Water.")
		other := suite.Must(store.Open(context.Background(), h.path))(t)
		defer other.Close()
		kept, err := archive.Open(t.Context(), other)
		if err == nil {
			_, err = kept.EraseTexts(t.Context(), h.person("kim"))
		}
		suite.OK(t, err)
		expect("after a removal by another program", responder.DontKnow)
	})
}

// TestNoResponder opens a referee with a target that cannot answer.
func TestNoResponder(t *testing.T) {
	h := newHouse(t, play.Options{})
	h.Referee.Close()
	o := h.options
	o.Targets = []play.Target{{Name: "mute"}}
	f, err := play.Open(t.Context(), o)
	if err == nil {
		f.Close()
		t.Fatal("found no error")
	}
}

// remembering is a responder that counts what it is asked and told.
type remembering struct {
	responderFunc
	asked map[string]int
	told  []responder.Turn
}

func (r *remembering) Converse(uint64) responder.Conversation { return r }

func (r *remembering) Reply(_ context.Context, text string) (string, error) {
	r.asked[text]++
	return "re " + text, nil
}

func (r *remembering) Resume(history []responder.Turn) { r.told = history }

func (r *remembering) Close() error { return nil }

// TestProgramsAreNotAskedAgain restarts the server between two questions.
func TestProgramsAreNotAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &remembering{asked: make(map[string]int)}
		h := newHouse(t, play.Options{
			Targets:  []play.Target{{Name: "p", Responder: p}},
			Settings: trade.Settings{Seconds: 600},
		})
		h.SetToss(program)
		game := h.start("tom", "ann", "bob", "cat")
		for _, text := range []string{"one", "two"} {
			h.must("ann", game, ask(text))
			time.Sleep(time.Minute)
		}
		h.reopen()
		h.must("bob", game, ask("three"))
		time.Sleep(time.Minute)
		if x := h.state("bob", game).Exchanges; len(x) != 3 || x[2].Answer != "re three" {
			t.Errorf("found %+v", x)
		}
		for text, n := range p.asked {
			if n != 1 {
				t.Errorf("%q was asked %d times", text, n)
			}
		}
		if len(p.told) != 2 || p.told[1] != (responder.Turn{Question: "two", Response: "re two"}) {
			t.Errorf("the history is %q", p.told)
		}
	})
}
