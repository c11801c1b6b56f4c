package game

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// The rules by which people stand behind others.
const (
	firstWait = time.Minute // of those who meet somebody whose network owes one answer
	waitGrows = 4           // by this factor with each further one, up to
	mostOwed  = 3
	trusted   = 2 // so many answers may be missing for each finished game of the player, up to so many
	// Newcomers are drawn in rounds as long as somebody waits for answers in as many games.
	round   = 15 * time.Second
	crowded = 3
)

// standing is how long others wait for somebody else before they meet a person who waits.
type standing struct {
	origin   uint64
	opened   time.Time
	wait     time.Duration
	newcomer bool // who has finished no game
	gone     bool // away
	drawn    bool // in rounds, so that who is always the first in line has no advantage
}

func (p Pairing) standing(t *Tournament, x *player, s *Seat, opened time.Time) standing {
	a := standing{origin: s.Origin, opened: opened, newcomer: x.Games == 0, gone: p.away(x.ID)}
	missing := 0
	if n, ok := t.networks[s.Origin]; ok {
		missing = max(0, n.owes+n.lapses+n.alone/(MaxActive+1)-min(x.Games, trusted))
	}
	if a.gone {
		missing++
	}
	if missing = min(missing, mostOwed); missing > 0 {
		a.wait = firstWait * time.Duration(math.Pow(waitGrows, float64(missing-1)))
	}
	a.wait = max(a.wait, x.leaverWait())
	a.drawn = a.newcomer && a.origin != 0 && t.owed >= crowded
	return a
}

// meets reports whether two people have waited long enough to meet each other.
func (a standing) meets(b standing, now time.Time) bool {
	if a.origin != 0 && a.origin == b.origin && !a.gone && !b.gone {
		return true
	}
	later := a.opened
	if b.opened.After(later) {
		later = b.opened
	}
	wait := max(a.wait, b.wait)
	return (wait == 0 || now.Sub(later) >= wait) && // whose clock may have been set back
		(!a.drawn && !b.drawn || !later.Truncate(round).Equal(now.Truncate(round)))
}

// waitsOf returns how long others wait for people, if there are several, each time once.
func waitsOf(people []*waiter) map[time.Duration]struct{} {
	waits := make(map[time.Duration]struct{})
	for _, x := range people {
		if len(people) > 1 {
			waits[x.wait] = struct{}{}
		}
	}
	return waits
}

// order puts people in the order in which they are paired.
func (p Pairing) order(people []*waiter, now time.Time) {
	for i := len(people) - 1; i > 0 && p.Draw != nil; i-- {
		j := p.Draw(i + 1)
		people[i], people[j] = people[j], people[i]
	}
	slices.SortStableFunc(people, func(a, b *waiter) int {
		return cmp.Or(cmp.Compare(a.wait, b.wait), cmp.Compare(a.rank(now), b.rank(now)))
	})
}

// rank orders people whom others meet after the same time: those who have finished a game,
// newcomers, and, where these are drawn in rounds, newcomers by when they came. Guests who do
// nothing but wait have come long ago.
func (a standing) rank(now time.Time) int {
	switch {
	case !a.newcomer:
		return 0
	case !a.drawn:
		return 1
	}
	return 1 + int(now.Sub(a.opened)/(round/3))
}
