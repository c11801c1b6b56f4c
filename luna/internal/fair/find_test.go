package fair_test

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

// honest returns the guesses of people who play rounds of games with random others. The skill of
// player i is 100 i/people.
func honest(rng *rand.Rand, people, rounds int, noise float64) []fair.Guess {
	var list []fair.Guess
	guess := func(p, q int) {
		x := 100*float64(q)/float64(people) + noise*rng.NormFloat64()
		list = append(list, fair.Guess{By: player(p), About: player(q),
			Guess: min(max(x, 0), 100), Origin: uint64(p + 1)})
	}
	for range rounds {
		order := rng.Perm(people)
		for i := 0; i+1 < people; i += 2 {
			guess(order[i], order[i+1])
			guess(order[i+1], order[i])
		}
	}
	return list
}

func player(i int) game.PlayerID { return game.PlayerID(fmt.Sprint("p", i)) }

func TestHonestPlayersAreNotFound(t *testing.T) {
	for _, people := range []int{2, 12, 100} {
		for _, noise := range []float64{0, 5, 25} {
			rng := rand.New(rand.NewPCG(1, uint64(people)))
			if f := fair.Find(honest(rng, people, 40, noise)); len(f) > 0 {
				t.Errorf("%d people, noise %v: %+v", people, noise, f)
			}
		}
	}
	if f := fair.Find(nil); len(f) > 0 {
		t.Errorf("found %+v in nothing", f)
	}
}

// wantFound checks that those found are exactly some players, by a rule.
func wantFound(t *testing.T, list []fair.Guess, rule fair.Rule, want ...game.PlayerID) {
	t.Helper()
	var got []game.PlayerID
	for _, f := range fair.Find(list) {
		got = append(got, f.Player)
		if f.Rule != rule || f.Reason == "" || len(f.Reason) > 300 || f.Weight < 0 || f.Weight >= 1 {
			t.Errorf("%+v, want the rule %s", f, rule)
		}
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

func TestConstantPlayers(t *testing.T) {
	for _, c := range []float64{0, 50, 100} {
		list := honest(rand.New(rand.NewPCG(2, 2)), 100, 30, 15)
		for i := range list {
			if list[i].By == "p7" {
				list[i].Guess = c
			}
		}
		wantFound(t, list, fair.Constant, "p7")
	}
}

// TestAlikePlayers has a player guess 0 about players whom everybody rates low.
func TestAlikePlayers(t *testing.T) {
	list := honest(rand.New(rand.NewPCG(2, 2)), 100, 30, 1)
	for i := range list {
		list[i].Guess /= 50
		if list[i].By == "p7" {
			list[i].Guess = 0
		}
	}
	wantFound(t, list, "")
}

// TestUnlikePlayers has a player guess at random about everybody.
func TestUnlikePlayers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	list := honest(rng, 100, 400, 15)
	for i, g := range list {
		if g.By == "p7" {
			list[i].Guess = 100 * rng.Float64()
		}
	}
	wantFound(t, list, fair.Unlike, "p7")
}

// accounts adds the guesses of accounts about each other, if inside is not negative, and about
// targets.
func accounts(
	list []fair.Guess, n int, inside float64, targets map[game.PlayerID]float64,
) ([]fair.Guess, []game.PlayerID) {
	var names []game.PlayerID
	for i := range n {
		names = append(names, game.PlayerID(fmt.Sprint("r", i)))
	}
	add := func(by, about int, guess float64) {
		list = append(list, fair.Guess{By: names[by], About: names[about], Guess: guess,
			Origin: uint64(1000 + by)})
	}
	for i, p := range names {
		for j := range names[:i] {
			if inside >= 0 {
				add(i, j, inside)
				add(j, i, inside)
			}
		}
		for target, x := range targets {
			list = append(list,
				fair.Guess{By: p, About: target, Guess: x, Origin: uint64(1000 + i)},
				fair.Guess{By: target, About: p, Guess: 30, Origin: 999})
		}
	}
	return list, names
}

func TestRings(t *testing.T) {
	for _, size := range []int{5, 20, 100} {
		list := honest(rand.New(rand.NewPCG(4, 4)), 100, 10, 10)
		list, ring := accounts(list, size, 100, map[game.PlayerID]float64{"p50": 0})
		wantFound(t, list, fair.Ring, ring...)
	}
}

func TestCrowds(t *testing.T) {
	for _, size := range []int{5, 20, 100} {
		list := honest(rand.New(rand.NewPCG(5, 5)), 100, 10, 10)
		list, crowd := accounts(list, size, -1, map[game.PlayerID]float64{"p50": 0})
		wantFound(t, list, fair.Crowd, crowd...)
	}
	// Newcomers who think what others do are none.
	list := honest(rand.New(rand.NewPCG(5, 5)), 100, 10, 10)
	list, _ = accounts(list, 20, -1, map[game.PlayerID]float64{"p50": 45})
	wantFound(t, list, "")
}

func TestPacks(t *testing.T) {
	for _, size := range []int{5, 20, 100} {
		list := honest(rand.New(rand.NewPCG(6, 6)), 100, 10, 10)
		list, pack := accounts(list, size, -1, map[game.PlayerID]float64{"p50": 0, "p40": 100})
		wantFound(t, list, fair.Pack, pack...)
	}
}

// TestSameFindings calls Find twice: its maps have no order.
func TestSameFindings(t *testing.T) {
	list := honest(rand.New(rand.NewPCG(7, 7)), 100, 10, 10)
	list, _ = accounts(list, 20, 100, map[game.PlayerID]float64{"p50": 0, "p40": 100})
	if a, b := fair.Find(list), fair.Find(list); !slices.Equal(a, b) || len(a) < 20 {
		t.Errorf("%v\n%v", a, b)
	}
}

// BenchmarkFind searches as many guesses as a server does at a time, and those of a million games.
func BenchmarkFind(b *testing.B) {
	for _, x := range []struct{ people, rounds int }{{2000, 50}, {25_000, 4}, {25_000, 80}} {
		list := honest(rand.New(rand.NewPCG(8, 8)), x.people, x.rounds, 15)
		b.Run(fmt.Sprintf("%d of %d", len(list), x.people), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				fair.Find(list)
			}
		})
	}
}

// TestUnlikePlayersAreFoundSoon has a player guess at random 30 times, among people who agree well
// and among people who all do so.
func TestUnlikePlayersAreFoundSoon(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	random := func(list []fair.Guess, some func(string) bool) []fair.Guess {
		for i, g := range list {
			if some(string(g.By)) {
				list[i].Guess = 100 * rng.Float64()
			}
		}
		return list
	}
	list := random(honest(rng, 100, 30, 10), func(p string) bool { return p == "p7" })
	wantFound(t, list, fair.Unlike, "p7")
	all := fair.Find(random(honest(rng, 100, 30, 10), func(string) bool { return true }))
	if len(all) < 10 || all[0].Rule != fair.Unlike || !strings.HasPrefix(all[0].Reason, "guesses at random") {
		t.Errorf("found %+v", all)
	}
}

// TestNovices has a few people guess much worse than all others, though not at random.
func TestNovices(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	list := honest(rng, 100, 60, 5)
	for i, g := range list {
		if g.By < "p2" { // 12 of them
			list[i].Guess = min(max(g.Guess+30*rng.NormFloat64(), 0), 100)
		}
	}
	wantFound(t, list, "")
}

// TestConstantAfterAWhile has a player guess honestly three times before they guess the same.
func TestConstantAfterAWhile(t *testing.T) {
	list, n := honest(rand.New(rand.NewPCG(2, 2)), 100, 30, 15), 0
	for i := range list {
		if list[i].By == "p7" {
			if n++; n > 3 {
				list[i].Guess = 62
			}
		}
	}
	wantFound(t, list, fair.Constant, "p7")
}

func TestStrangersWeighLessTogetherThanARating(t *testing.T) {
	var about []game.Received
	total := 0.0
	for i := range 500 {
		w := fair.Weight(nil, about, uint64(1000+i), false)
		if i == 0 && w != 0.2 {
			t.Errorf("the first stranger weighs %v", w)
		}
		total += w
		about = append(about, game.Received{By: player(i), Weight: w, Origin: uint64(1000 + i)})
	}
	if total >= 0.5+1e-9 || total < 0.49 {
		t.Errorf("strangers weigh %v together", total)
	}
	// Others of one's own network take nothing away, and neither do experienced people.
	same := []game.Received{{By: "a", Weight: 0.2, Origin: 7}, {By: "b", Weight: 1, Origin: 8}}
	if w := fair.Weight(nil, same, 7, false); w != 0.2 {
		t.Errorf("a stranger weighs %v", w)
	}
	// Whom strangers have met does not matter; whom others have met does.
	met := []game.Received{{By: "a", Weight: 1, Origin: 1}, {By: "b", Weight: 1, Origin: 2}}
	if w := fair.Weight(met, nil, 7, false); w != 0.2 {
		t.Errorf("a stranger who has met two weighs %v", w)
	}
	if w := fair.Weight(met, nil, 7, true); math.Abs(w-0.6) > 1e-12 {
		t.Errorf("a known player who has met two weighs %v", w)
	}
}

func TestKnown(t *testing.T) {
	for _, size := range []int{5, 20, 100} {
		list := honest(rand.New(rand.NewPCG(9, 9)), 60, 10, 10)
		people := findKnown(list)
		if len(people) != 60 {
			t.Fatalf("%d of 60 are known", len(people))
		}
		list, ring := accounts(list, size, 100, nil) // who play each other
		known := findKnown(list)
		if len(known) != 60 {
			t.Errorf("%d accounts play each other: %d of 60 are known", size, len(known))
		}
		for _, p := range ring {
			if known.Has(p) {
				t.Errorf("%s is known", p)
			}
		}
		// One of them plays somebody else, and is known then; and so are those whom they play.
		known.Met(ring[0], "p7")
		known.Met(ring[1], ring[2])
		known.Met(ring[3], ring[0])
		if !known.Has(ring[0]) || known.Has(ring[1]) || !known.Has(ring[3]) || known.Has(ring[4]) {
			t.Error("a player who has played somebody known is not known, or another one is")
		}
		list = append(list, fair.Guess{By: ring[0], About: "p7", Guess: 50, Origin: 1000})
		if known := findKnown(list); !known.Has(ring[4]) {
			t.Error("accounts of which one has played others are unknown")
		}
	}
}

// TestKnownIsWithinReason has sites without a community: everybody is known there.
func TestKnownIsWithinReason(t *testing.T) {
	if k := findKnown(honest(rand.New(rand.NewPCG(1, 1)), 19, 20, 10)); k != nil || !k.Has("x") {
		t.Errorf("19 people: %v", k)
	}
	var none fair.Known
	none.Met("a", "b") // not a panic
	// Players who have left do not know those who came later.
	list := honest(rand.New(rand.NewPCG(1, 1)), 30, 10, 10)
	later, _ := accounts(nil, 60, 60, nil)
	if k := findKnown(append(list, later...)); len(k) != 30 {
		t.Errorf("60 strangers: %d are known", len(k))
	}
	later = nil
	for _, g := range honest(rand.New(rand.NewPCG(2, 2)), 300, 10, 10) {
		g.By, g.About, g.Origin = "later"+g.By, "later"+g.About, g.Origin+1e6
		later = append(later, g)
	}
	if k := findKnown(append(list, later...)); k != nil {
		t.Errorf("300 who came later: %d are known", len(k))
	}
}

// TestGamesWithinANetwork has strangers play a guest of a known player, from the same network.
func TestGamesWithinANetwork(t *testing.T) {
	list := honest(rand.New(rand.NewPCG(1, 1)), 60, 10, 10)
	list = append(list, fair.Guess{By: "guest", About: "p7", Guess: 50, Origin: 8},
		fair.Guess{By: "p7", About: "guest", Guess: 50, Origin: 8})
	if known := findKnown(list); known.Has("guest") || !known.Has("p7") {
		t.Error("a guest of p7's own network is known, or p7 is not")
	}
}

func TestWeight(t *testing.T) {
	g := func(by game.PlayerID, origin uint64) game.Received {
		return game.Received{By: by, Guess: 50, Weight: 1, Origin: origin}
	}
	for name, c := range map[string]struct {
		received []game.Received
		origin   uint64
		want     float64
	}{
		"newcomer":        {nil, 1, 0.2},
		"one game":        {[]game.Received{g("a", 2)}, 1, 0.4},
		"own network":     {[]game.Received{g("a", 1), g("b", 1), g("c", 1), g("d", 1)}, 1, 0.2},
		"one network":     {[]game.Received{g("a", 2), g("b", 2), g("c", 2), g("d", 2)}, 1, 0.4},
		"four networks":   {[]game.Received{g("a", 2), g("b", 3), g("c", 4), g("d", 5)}, 1, 1},
		"unknown":         {[]game.Received{g("a", 0), g("b", 0), g("b", 0)}, 1, 0.6},
		"unknown himself": {[]game.Received{g("a", 0), g("b", 3), g("b", 3)}, 0, 0.6},
	} {
		if w := fair.Weight(c.received, nil, c.origin, true); math.Abs(w-c.want) > 1e-12 {
			t.Errorf("%s: weight %v, want %v", name, w, c.want)
		}
	}
}

func TestNetworks(t *testing.T) {
	n := fair.Networks{Key: []byte("secret"), Shared: []netip.Prefix{
		netip.MustParsePrefix("198.51.100.0/24")}}
	of := func(n fair.Networks, remote string, header ...string) (uint64, bool) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = remote
		for _, h := range header {
			r.Header.Set(h, "x")
		}
		return n.Of(fair.From(r.Context(), r))
	}
	a, weighed := of(n, "203.0.113.7:999")
	if a == 0 || a > game.MaxOrigin || !weighed {
		t.Errorf("origin %d, weighed %v", a, weighed)
	}
	if b, _ := of(n, "[::ffff:203.0.113.7]:1"); a != b {
		t.Error("an IPv4 address written as IPv6 is another network")
	}
	if b, _ := of(n, "203.0.113.8:999"); a == b {
		t.Error("two IPv4 addresses are one network")
	}
	c, _ := of(n, "[2001:db8:1:2::3]:1")
	if d, _ := of(n, "[2001:db8:1:9::3]:1"); c != d {
		t.Error("one /48 is two networks")
	}
	if d, _ := of(n, "[2001:db8:2:2::3]:1"); c == d {
		t.Error("two /48 are one network")
	}
	other := n
	other.Key = []byte("other")
	if b, _ := of(other, "203.0.113.7:999"); a == b {
		t.Error("the origin does not depend on the key")
	}
	proxied := n
	proxied.Proxied = true
	for _, c := range []struct {
		name    string
		n       fair.Networks
		remote  string
		header  []string
		weighed bool
	}{
		{"loopback", n, "127.0.0.1:1", nil, false}, {"unix", n, "@", nil, false},
		{"school", n, "198.51.100.3:1", nil, true},
	} {
		if origin, weighed := of(c.n, c.remote, c.header...); origin != 0 || weighed != c.weighed {
			t.Errorf("%s: origin %d, weighed %v", c.name, origin, weighed)
		}
	}
	// All requests through a proxy that names no client come from one stranger.
	for remote, n := range map[string]fair.Networks{"127.0.0.1:1": proxied, "unknown": proxied, "[::1]:1": n} {
		if origin, weighed := of(n, remote, "X-Forwarded-For"); origin == 0 || !weighed {
			t.Errorf("through a proxy at %s: origin %d, weighed %v", remote, origin, weighed)
		}
	}
	if origin, weighed := n.Of(t.Context()); origin != 0 || weighed {
		t.Error("no request has an origin")
	}
}

// ring is a kind of accounts of one person.
type ring struct {
	name    string
	network func(i int) uint64 // 0 is one of its own
	before  func(w *world, members []*person, others []*person)
}

var rings = []ring{
	{"guests of one address", func(int) uint64 { return 7 }, nil},
	{"guests of as many addresses", own, nil},
	{"the same, who first play each other", own, playEachOther},
	{"accounts with four honest games each", own, playHonestly(4)},
}

// own gives each member a network of its own.
func own(int) uint64 { return 0 }

// playEachOther has each member play four others, praising them, so that their guesses weigh more.
func playEachOther(w *world, members, _ []*person) {
	n := len(members)
	for step := 1; step <= min(4, n-1); step++ {
		for i, p := range members {
			// every pair once
			if j := (i + step) % n; 2*step < n || i < j {
				w.playGuesses(p, members[j], 100, 100)
			}
		}
	}
}

// playHonestly has each member play honest games with others.
func playHonestly(games int) func(w *world, members, others []*person) {
	return func(w *world, members, others []*person) {
		honest := w.honest(10, 5)
		for _, p := range members {
			for range games {
				q := others[w.rng.IntN(len(others))]
				w.playGuesses(p, q, honest(q), q.report(p))
			}
		}
	}
}

// community returns a world in which honest people have played a number of games each, and two of
// them with skills of 50.
func community(rng *rand.Rand, people, games int) (w *world, own, victim *person) {
	w = newWorld(rng)
	for i := range people {
		skill := 100 * rng.Float64()
		if i < 2 {
			skill = 50
		}
		w.add("honest", skill, 0).report = w.honest(10, 5)
	}
	list := w.people
	for range games {
		order := rng.Perm(people)
		for i := 0; i+1 < people; i += 2 {
			w.play(list[order[i]], list[order[i+1]])
		}
	}
	return w, list[0], list[1]
}

// moves is how far a ring moved ratings, under the old rules, today's, and with damping.
type moves struct {
	own, victim [3]float64 // in points
	fresh       [3]string  // rating of an account without honest games
	wins        [2]int     // of that account
	found       float64    // share of the ring
	wrong       float64    // number of others found
}

// attack has a ring of a size praise one of its accounts, and a new one, and put down a victim.
func attack(rng *rand.Rand, r ring, size int) (m moves) {
	w, own, victim := community(rng, 100, 10)
	others := w.people[2:100]
	own.network = r.network(0)
	if own.network == 0 {
		own.network = 999
	}
	fresh := w.add("fresh", 50, own.network)
	var members []*person
	isMember := make(map[string]bool)
	for i := range size {
		p := w.add("ring", 20, r.network(i))
		members = append(members, p)
		isMember[string(p.id)] = true
	}
	if r.before != nil {
		r.before(w, members, others)
	}
	w.look()
	var start [2][2]float64
	for i, p := range []*person{own, victim} {
		start[i][0], _ = rating(w.before, p)
		start[i][1], _ = rating(w.now, p)
	}
	for _, p := range members {
		w.playGuesses(p, fresh, 100, 20)
		w.playGuesses(p, own, 100, 20)
		w.playGuesses(p, victim, 0, victim.report(p))
	}
	measure := func(at int, old bool) {
		t := w.now
		side := 1
		if old {
			t, side = w.before, 0
		}
		x, _ := rating(t, own)
		m.own[at] = x - start[0][side]
		x, _ = rating(t, victim)
		m.victim[at] = x - start[1][side]
		m.fresh[at] = "none"
		if x, ok := rating(t, fresh); ok {
			m.fresh[at] = fmt.Sprintf("%.0f", x)
		}
	}
	measure(0, true)
	measure(1, false)
	before, _ := w.before.Player(fresh.id)
	now, _ := w.now.Player(fresh.id)
	m.wins = [2]int{before.Wins, now.Wins}
	for _, f := range w.damp() {
		switch {
		case isMember[string(f.Player)]:
			m.found += 1 / float64(size)
		case f.Player != own.id && f.Player != fresh.id: // which are of the same person
			m.wrong++
		}
	}
	measure(2, false)
	return m
}

// writeRings writes a table of how far rings move ratings, as means of runs.
func writeRings(out io.Writer, seed uint64, runs int) {
	fmt.Fprintln(out, "| ring | size | own rating | | | victim's rating | | | new account | | | "+
		"its wins | | found | wrongly found |")
	fmt.Fprintln(out, "|---|---|"+strings.Repeat("---|", 13))
	fmt.Fprintln(out, "| | | 0.1.0 | weighed | damped | 0.1.0 | weighed | damped | 0.1.0 | weighed | "+
		"damped | 0.1.0 | now | | |")
	for _, r := range rings {
		for _, size := range []int{5, 20, 100} {
			var sum moves
			for run := range runs {
				m := attack(rand.New(rand.NewPCG(seed, uint64(run))), r, size)
				for i := range 3 {
					sum.own[i] += m.own[i] / float64(runs)
					sum.victim[i] += m.victim[i] / float64(runs)
				}
				sum.found += m.found / float64(runs)
				sum.wrong += m.wrong / float64(runs)
				sum.fresh, sum.wins = m.fresh, m.wins // of the last run
			}
			fmt.Fprintf(out, "| %s | %d |", r.name, size)
			for _, x := range [][3]float64{sum.own, sum.victim} {
				for _, y := range x {
					fmt.Fprintf(out, " %+.1f |", y)
				}
			}
			for _, x := range sum.fresh {
				fmt.Fprintf(out, " %s |", x)
			}
			fmt.Fprintf(out, " %d | %d | %.0f %% | %.1f |\n", sum.wins[0], sum.wins[1],
				100*sum.found, sum.wrong)
		}
	}
}

// site is how honest people come and go.
type site struct {
	name    string
	regular int     // people who stay
	present int     // of these at a time
	again   float64 // probability that another one plays once more after a game
}

var sites = []site{
	{"30 regulars, others play 4 games on average", 30, 5, 0.75},
	{"5 regulars, others play 4 games on average", 5, 2, 0.75},
	{"nobody stays for more than 4 games on average", 0, 0, 0.75},
	{"nobody stays for more than 2 games on average", 0, 0, 0.5},
}

// waits are how many newcomers got a rating before they left.
type waits struct{ people, rated int }

// newcomers has 2,000 people come one after the other to a site with ten places, and returns
// how many of those after the first 500 got a rating.
func (s site) newcomers(rng *rand.Rand, allKnown bool) (n waits) {
	w := newWorld(rng)
	w.allKnown = allKnown
	add := func() *person {
		p := w.add("p", 100*rng.Float64(), 0)
		p.report = w.honest(15, 5)
		return p
	}
	var here []*person
	for range 10 {
		here = append(here, add())
	}
	var regulars []*person
	for range s.regular {
		regulars = append(regulars, add())
	}
	come := 0
	for come < 2000 {
		x := here[rng.IntN(len(here))]
		y := x
		if j := rng.IntN(len(here) + s.present); j < len(here) {
			y = here[j]
		} else {
			y = regulars[rng.IntN(len(regulars))]
		}
		if x == y {
			continue
		}
		w.play(x, y)
		for k, v := range here {
			if (v == x || v == y) && rng.Float64() >= s.again {
				if come > 500 {
					n.leave(w, v)
				}
				come++
				here[k] = add()
			}
		}
	}
	return n
}

// leave records whether a person who leaves has a rating.
func (n *waits) leave(w *world, p *person) {
	n.people++
	if _, ok := rating(w.now, p); ok {
		n.rated++
	}
}

// writeNewcomers writes a table of how many honest newcomers get a rating.
func writeNewcomers(out io.Writer, seed uint64) {
	fmt.Fprintln(out, "| honest people who come and go | left with a rating: before | now |")
	fmt.Fprintln(out, "|---|---|---|")
	for _, s := range sites {
		fmt.Fprintf(out, "| %s |", s.name)
		for _, allKnown := range []bool{true, false} {
			n := s.newcomers(rand.New(rand.NewPCG(seed, 3000)), allKnown)
			fmt.Fprintf(out, " %.0f %% |", 100*float64(n.rated)/float64(n.people))
		}
		fmt.Fprintln(out)
	}
}

func findKnown(list []fair.Guess) fair.Known { return fair.Search{}.FindKnown(list) }
