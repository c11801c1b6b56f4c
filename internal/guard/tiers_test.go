package guard

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// networks make addresses, of which one owner may have many.
var networks = map[string]func(n int) string{
	"IPv4":              func(n int) string { return fmt.Sprintf("198.51.%d.%d", n/250, n%250) },
	"a /64 of a /48":    func(n int) string { return fmt.Sprintf("2001:db8:%x:1::/64", n) },
	"four /64 of a /48": func(n int) string { return fmt.Sprintf("2001:db8:%x:%x::/64", n/4, n%4) },
}

// TestOwnLimits has one owner do as much as they can while nobody else does anything.
func TestOwnLimits(t *testing.T) {
	for _, c := range []struct {
		name    string
		address func(n int) string
		want    int
	}{
		{"one address", func(int) string { return "192.0.2.1" }, 10},
		{"the /64s of a /48", func(n int) string { return fmt.Sprintf("2001:db8:1:%x::/64", n) }, 40},
	} {
		g := suite.Must(New(Limits{Texts: Rate{Burst: 10, Every: time.Hour}}, nil))(t)
		allowed := 0
		for n := range 4000 {
			if g.Texts.Allow(c.address(n/20), 1) == nil {
				allowed++
			}
		}
		if allowed != c.want {
			t.Errorf("%s: %d, want %d", c.name, allowed, c.want)
		}
	}
}

// attack is what the attackers of a test do, of which each has an address: all take as much as they
// can, at once or one after the other, in large pieces or in small ones, over forty minutes.
type attack struct {
	attackers int
	of        string // kind of network
	piece     int
	inTurn    bool // the next one comes when the one before has taken all that it can
}

// newcomers are people who come after some time and want a little three times, a minute apart.
const newcomers = 20

// run returns how many of the newcomers' actions are allowed, and how much all have taken.
func (a attack) run(t *testing.T, tiers *Tiers, c *hand) (allowed, taken int) {
	random := rand.New(rand.NewPCG(1, 2))
	take := func(address string, n int) bool {
		ok := tiers.Allow(address, n) == nil
		if ok {
			taken += n
		}
		return ok
	}
	const minutes = 40
	for minute := range minutes {
		came := a.attackers
		if a.inTurn {
			came = min(a.attackers, 1+minute*a.attackers/(minutes/2))
		}
		for again := true; again; {
			again = false
			for _, n := range random.Perm(came) {
				again = take(networks[a.of](n), a.piece) || again
			}
		}
		for n := range newcomers {
			first := 10 + n*(minutes-13)/newcomers
			if minute >= first && minute < first+3 && take(fmt.Sprint("203.0.113.", n), 1) {
				allowed++
			}
		}
		c.t = c.t.Add(time.Minute)
	}
	return allowed, taken
}

// TestFairShares has some addresses and networks use up what all may do together: newcomers do what
// they want nevertheless, and what all take stays bounded.
func TestFairShares(t *testing.T) {
	for _, attackers := range []int{1, 16, 40, 400} {
		for of := range networks {
			for _, piece := range []int{1, 50} {
				for _, inTurn := range []bool{false, true} {
					a := attack{attackers, of, piece, inTurn}
					c := &hand{noon}
					r := Rate{Burst: 500, Every: 10 * time.Second}
					tiers := newTiers("texts", r, ofNetwork, newPool(r, 16, newClock(c.now)))
					allowed, taken := a.run(t, tiers, c)
					if allowed < newcomers*3*9/10 {
						t.Errorf("%+v: %d of %d actions of newcomers are allowed", a, allowed, newcomers*3)
					}
					if most := 16 * (2*500 + 6*40); taken > most {
						t.Errorf("%+v: all take %d, expected at most %d", a, taken, most)
					}
				}
			}
		}
	}
}

// TestReserve uses up what all may do together: what is under way goes on when nothing new may
// begin any more, and what is given back can be taken again.
func TestReserve(t *testing.T) {
	r := Rate{Burst: 100, Every: time.Hour}
	tiers := NewTiers("texts", r, r, (&hand{noon}).now)
	count := func(opens bool) (n int) {
		for tiers.AllowShared(fmt.Sprint("198.51.100.", n), 1, opens) == nil && n < 1000 {
			n++
		}
		return n
	}
	if n := count(true); n != 175 {
		t.Errorf("%d new things are begun, expected all but a quarter of the reserve of 100", n)
	}
	if n := tiers.AllowShared("192.0.2.1", 1, false); n != nil {
		t.Error("what is under way does not go on:", n)
	}
	for range 75 {
		tiers.GiveBack("192.0.2.1", 1) // more than it took
	}
	if tiers.AllowShared("203.0.113.1", 1, true) == nil {
		t.Error("more is given back than was taken")
	}
	for n := range 100 {
		tiers.GiveBack(fmt.Sprint("198.51.100.", n), 1)
	}
	if n := count(true); n != 100 {
		t.Errorf("%d of what was given back is taken again", n)
	}
	if b := tiers.Busiest(); b <= 0 || b > .5 {
		t.Errorf("the busiest network takes %v of it", b)
	}
}
