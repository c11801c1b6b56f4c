package trade_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/trade"
)

// trades returns how many random bets a property is tested with.
func trades(t testing.TB) int {
	t.Helper()
	if !suite.Full(t) {
		return 50_000
	}
	return 1_000_000
}

// book is a slow and obvious account of bets: it keeps each trade and counts them all again.
type book struct {
	start int
	bets  []bookEntry
	human map[int]int // securities of each bettor
	bot   map[int]int
	cash  map[int]int
}

type bookEntry struct {
	who int
	on  trade.Side
}

func newBook(start int) *book {
	return &book{start: start, human: map[int]int{}, bot: map[int]int{}, cash: map[int]int{}}
}

// ask is what a human security costs: each bet on a human has raised the price by 1, each on a
// computer lowered it.
func (b *book) ask() int {
	a := b.start
	for _, e := range b.bets {
		if e.on == trade.Human {
			a++
		} else {
			a--
		}
	}
	return a
}

// bet reports whether the bet was possible.
func (b *book) bet(who int, on trade.Side) bool {
	a := b.ask()
	switch {
	case on == trade.Human && a == 100, on == trade.Computer && a == 1:
		return false
	case on == trade.Human && b.bot[who] > 0: // sells a computer security
		b.bot[who]--
		b.cash[who] += 100 - a
	case on == trade.Human:
		b.human[who]++
		b.cash[who] -= a
	case b.human[who] > 0: // sells a human security
		b.human[who]--
		b.cash[who] += a - 1
	default:
		b.bot[who]++
		b.cash[who] -= 101 - a
	}
	b.bets = append(b.bets, bookEntry{who, on})
	return true
}

func randomSide(r *rand.Rand) trade.Side {
	if r.IntN(2) == 0 {
		return trade.Human
	}
	return trade.Computer
}

// TestPricesByTheBook compares random bets with the slow account. Streaks take the price to its
// limits.
func TestPricesByTheBook(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for done := 0; done < trades(t); {
		start := 1 + r.IntN(100)
		m := suite.Must(trade.NewPrices(start))(t)
		slow := newBook(start)
		holdings := make([]trade.Holding, 3)
		bias := r.Float64()
		for range 1 + r.IntN(250) {
			who, on := r.IntN(3), trade.Computer
			if r.Float64() < bias {
				on = trade.Human
			}
			done++
			before := holdings[who]
			err := holdings[who].Bet(&m, on)
			if possible := slow.bet(who, on); possible != (err == nil) {
				t.Fatalf("start %d, bet on %s at %v: %v, want possible %v", start, on, m.Price(), err,
					possible)
			}
			if err != nil && (!errors.Is(err, trade.ErrLimit) || holdings[who] != before) {
				t.Fatalf("the refused bet (%v) changed %v into %v", err, before, holdings[who])
			}
			if m.Price() != float64(slow.ask()) || m.Price() < 1 || m.Price() > 100 {
				t.Fatalf("price %v, want %d", m.Price(), slow.ask())
			}
			h := holdings[who]
			kind := trade.Side("")
			switch {
			case slow.human[who] > 0:
				kind = trade.Human
			case slow.bot[who] > 0:
				kind = trade.Computer
			}
			if h.Cash != float64(slow.cash[who]) || h.Held != slow.human[who]+slow.bot[who] ||
				h.Kind != kind {
				t.Fatalf("bettor has %+v, want %d points, %d human, %d computer", h,
					slow.cash[who], slow.human[who], slow.bot[who])
			}
		}
		checkMaker(t, start, holdings)
	}
}

// maxLoss is the most that the market maker can lose from a price.
func maxLoss(start int, nature trade.Side) float64 {
	if nature == trade.Human {
		return float64((100 - start) * (101 - start) / 2)
	}
	return float64(start * (start - 1) / 2)
}

// checkMaker checks that what bettors gain is what the market maker loses, within its bound, and
// that the price depends on the securities alone.
func checkMaker(t *testing.T, start int, holdings []trade.Holding) {
	t.Helper()
	for _, nature := range []trade.Side{trade.Human, trade.Computer} {
		// The maker's own account: it has taken the cash and pays the securities.
		taken, owed := 0.0, 0.0
		gained := 0.0
		for _, h := range holdings {
			taken -= h.Cash
			if h.Kind == nature {
				owed += 100 * float64(h.Held)
			}
			gained += h.Paid(nature).Points
		}
		if loss := owed - taken; loss > maxLoss(start, nature) || loss != gained {
			t.Fatalf("%s: the maker loses %v, at most %v; bettors gain %v", nature, loss,
				maxLoss(start, nature), gained)
		}
	}
}

// TestMaxLossIsMet drives the price to its limits: the bound is attained, so no smaller one
// holds. The paper's rules give 1275 and 1225 from 50.
func TestMaxLossIsMet(t *testing.T) {
	for start := 1; start <= 100; start++ {
		for _, nature := range []trade.Side{trade.Human, trade.Computer} {
			m := suite.Must(trade.NewPrices(start))(t)
			var h trade.Holding
			for h.Bet(&m, nature) == nil {
			}
			if got := h.Paid(nature).Points; got != maxLoss(start, nature) {
				t.Errorf("start %d, %s: loss %v, want %v", start, nature, got, maxLoss(start, nature))
			}
		}
	}
	if human, computer := maxLoss(50, trade.Human), maxLoss(50, trade.Computer); human != 1275 || computer != 1225 {
		t.Errorf("from 50: %v and %v", human, computer)
	}
}

// TestBuyThenSell checks that a bet and the opposite one net nothing, whatever one holds.
func TestBuyThenSell(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range trades(t) / 10 {
		m := suite.Must(trade.NewPrices(1 + r.IntN(100)))(t)
		var h trade.Holding
		for range r.IntN(5) {
			_ = h.Bet(&m, randomSide(r))
		}
		before, price, on := h, m.Price(), randomSide(r)
		if h.Bet(&m, on) != nil {
			continue
		}
		if err := h.Bet(&m, on.Other()); err != nil {
			t.Fatalf("back from %v: %v", m.Price(), err)
		}
		if h != before || m.Price() != price {
			t.Fatalf("%+v at %v became %+v at %v", before, price, h, m.Price())
		}
	}
}

// TestNewPricesRefuses has starts beyond the limits.
func TestNewPricesRefuses(t *testing.T) {
	for _, start := range []int{-1, 0, 101} {
		if _, err := trade.NewPrices(start); err == nil {
			t.Errorf("a market starts at %d", start)
		}
	}
}

// play returns a game of ann and bob after events, all of which must be possible.
func play(t *testing.T, events ...trade.Event) *trade.Game {
	t.Helper()
	g := suite.Must(trade.New(trade.Settings{Bettors: []string{"ann", "bob"}}))(t)
	for _, e := range events {
		if err := g.Apply(e); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
	}
	return g
}

func ask(at int, who, text string) trade.Event {
	return trade.Event{Kind: trade.Question, Time: time.Duration(at) * time.Second, Bettor: who,
		Text: text}
}

func event(at int, kind trade.Kind, who string) trade.Event {
	e := trade.Event{Kind: kind, Time: time.Duration(at) * time.Second, Bettor: who}
	switch kind {
	case trade.Leave:
		e.Bettor, e.Who = "", who
	case trade.Answer:
		e.Bettor, e.Text = "", who
	case trade.End:
		e.Bettor, e.Reason, e.Nature = "", trade.Reason(who), trade.Human
	}
	return e
}

// TestOwnerLeaves checks that the question of a bettor who has left is answered, and that turns go
// on from them.
func TestOwnerLeaves(t *testing.T) {
	g := play(t, ask(1, "ann", "one"), ask(2, "ann", "two"), ask(2, "bob", "three"),
		event(3, trade.Leave, "ann"), event(4, trade.Answer, "yes"))
	if x, ok := g.Current(); !ok || x.Question != "three" {
		t.Errorf("current is %+v", x)
	}
	suite.OK(t, g.Apply(event(5, trade.Answer, "no")))
	if x, ok := g.Current(); ok {
		t.Errorf("the dropped question %+v is current", x)
	}
	list := g.Look(1, 0, 9*time.Second)
	if last := list[len(list)-1]; last.Kind != trade.Answered || last.Text != "yes" ||
		last.Time != 9*time.Second {
		t.Errorf("bob sees %+v last, want the first answer at 9 s", last)
	}
}

// TestAllDoneWithQuestions checks that open questions do not keep a game from ending, that a look
// does not change since when it must, and that nothing else can happen.
func TestAllDoneWithQuestions(t *testing.T) {
	g := play(t, ask(1, "ann", "one"), ask(2, "bob", "two"), event(3, trade.Done, "ann"),
		event(4, trade.Done, "bob"))
	g.Look(0, 0, 6*time.Second)
	reason, at, due := g.Due(7 * time.Second)
	if !due || reason != trade.AllDone || at != 4*time.Second {
		t.Errorf("due: %v %v %v", reason, at, due)
	}
	for _, e := range []trade.Event{ask(7, "ann", "more"), event(7, trade.Answer, "x"),
		event(7, trade.Leave, "bob")} {
		if err := g.Apply(e); !errors.Is(err, trade.ErrEnded) {
			t.Errorf("%s: %v", e.Kind, err)
		}
	}
	suite.OK(t, g.Apply(event(7, trade.End, "done")))
	if _, ok := g.Current(); ok || g.Exchanges()[0].Answered >= 0 {
		t.Error("a question is open after the end")
	}
}

// TestReleaseAfterEnd checks that the last text comes after its delay, and the log not before.
func TestReleaseAfterEnd(t *testing.T) {
	g := play(t, ask(1, "ann", "one"), event(118, trade.Answer, "late"),
		event(120, trade.End, "time"))
	if at := g.PublicAt(); at != 123*time.Second {
		t.Errorf("public at %v", at)
	}
	before := len(g.Look(1, 0, 122*time.Second))
	if fresh := g.Look(1, before, 123*time.Second); len(fresh) != 1 || fresh[0].Text != "late" {
		t.Errorf("at 123 s bob sees %+v", fresh)
	}
	if err := g.Apply(event(124, trade.End, "time")); !errors.Is(err, trade.ErrEnded) {
		t.Errorf("a second end: %v", err)
	}
}

// TestLookOfOthers checks that whoever is not in the game sees nothing.
func TestLookOfOthers(t *testing.T) {
	g := play(t, ask(1, "ann", "one"))
	for _, v := range []trade.Viewer{-9, -2, 2, 99} {
		if list := g.Look(v, 0, time.Second); list != nil {
			t.Errorf("%d sees %+v", v, list)
		}
	}
	if list := g.Look(0, -5, time.Second); len(list) != 1 {
		t.Errorf("ann sees %+v", list)
	}
	if list := g.Look(0, 5, time.Second); len(list) != 0 {
		t.Errorf("after more than there are, ann sees %+v", list)
	}
}

// TestTargetSeesNoBettors checks that the target gets no sign of bettors but their questions.
func TestTargetSeesNoBettors(t *testing.T) {
	g := play(t, event(1, trade.Done, "ann"), event(2, trade.Leave, "ann"))
	if list := g.Look(trade.TheTarget, 0, 3*time.Second); len(list) != 0 {
		t.Errorf("the target sees %+v", list)
	}
	if list := g.Look(1, 0, 3*time.Second); len(list) != 2 {
		t.Errorf("bob sees %+v", list)
	}
}
