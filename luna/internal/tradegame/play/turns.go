package play

import (
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// maxWaiting bounds the number of players in the lobby.
const maxWaiting = 10_000

// present is how recently players who wait must have looked to come before others.
const present = 10 * time.Second

// The bounds of what is remembered of networks whose players stayed silent.
const (
	silenceLife = 24 * time.Hour
	maxSilences = 10_000
)

// share is what counts as one in the lobby: the players of a network in a role, or one player if
// their network is unknown.
type share struct {
	role    Role
	network uint64
	player  accounts.ID
}

func shareOf(role Role, network uint64, player accounts.ID) share {
	if network != 0 {
		player = ""
	}
	return share{role, network, player}
}

// sharesOf returns the shares of the people in a game, and of one who offered to be the target.
func sharesOf(t *archive.Game) (list []share) {
	for _, s := range t.Seats {
		if s.Player != "" {
			list = append(list, shareOfSeat(s))
		}
	}
	if t.Idle != "" {
		list = append(list, shareOf(AsTarget, t.IdleNetwork, t.Idle))
	}
	return list
}

func shareOfSeat(s archive.Seat) share {
	if s.Name == trade.Target {
		return shareOf(AsTarget, s.Network, s.Player)
	}
	return shareOf(AsBettor, s.Network, s.Player)
}

func (w *entrant) share() share { return shareOf(w.role, w.network, w.player) }

// match starts the games for which enough players wait: one person who offers to be the target, and
// as many bettors as a game has room for. After some patience, fewer bettors and players who stand
// behind others will do. Whether a program is the target in the end or not, no bettor shares a
// network with that person. The caller holds the lock.
func (r *Referee) match(now time.Time) {
	if r.lobbyTimer != nil {
		r.lobbyTimer.Stop()
		r.lobbyTimer = nil
	}
	r.prune(now)
	defer func() {
		for _, w := range r.waiting {
			r.o.Accounts.Wake(w.player) // the lobby has changed
		}
	}()
	most := r.o.Settings.MaxBettors
	for r.ctx.Err() == nil {
		target, bettors, behind := r.choose(most, now)
		if len(bettors) == 0 || len(r.live)+r.starting >= r.o.MaxGames {
			r.ready = time.Time{}
			return
		}
		if r.ready.IsZero() {
			r.ready = now.Add(r.o.Patience)
		}
		if early := now.Before(r.ready); early && (behind || len(bettors) < most) {
			r.lobbyTimer = time.AfterFunc(r.ready.Sub(now), r.lobbyChanged)
			return
		} else if early {
			r.ready = time.Time{}
		}
		for _, w := range append(bettors, target) {
			w.starting = true
		}
		r.starting++
		r.work.Go(func() { r.start(target, bettors) })
	}
}

// choose draws a person who offers to be the target and can meet a bettor, and bettors whom they
// can meet, in the order in which they came; no bettors if nobody can. It reports whether one of
// them stands behind others in the line. The caller holds the lock.
func (r *Referee) choose(most int, now time.Time) (target *entrant, bettors []*entrant, behind bool) {
	var offers, waiting []*entrant
	networks := make(map[uint64]bool) // of bettors
	for _, w := range r.waiting {
		if w.role == AsBettor && !r.hidden(w) {
			waiting = append(waiting, w)
			networks[w.network] = true
		}
	}
	for _, w := range r.waiting {
		alone := len(networks) == 1 && w.network != 0 && networks[w.network]
		if len(waiting) > 0 && w.role == AsTarget && !r.hidden(w) && !alone {
			offers = append(offers, w)
		}
	}
	if len(offers) == 0 {
		return nil, nil, false
	}
	held := r.held()
	target, behind = r.draw(offers, held, now)
	waiting = slices.DeleteFunc(waiting, target.sharesNetwork)
	drawn := func(w *entrant) bool { return slices.Contains(bettors, w) }
	for left := slices.Clone(waiting); len(bettors) < most && len(left) > 0; {
		b, late := r.draw(left, held, now)
		bettors, behind, held[b.share()] = append(bettors, b), behind || late, true
		left = slices.DeleteFunc(left, drawn)
	}
	inOrder := slices.DeleteFunc(waiting, func(w *entrant) bool { return !drawn(w) })
	return target, inOrder, behind
}

// held returns the shares that have a seat in a game under way. A person who offered to be the
// target counts whether or not a program has the seat. The caller holds the lock.
func (r *Referee) held() map[share]bool {
	held := make(map[share]bool)
	for _, g := range r.live {
		for _, s := range g.shares {
			held[s] = true
		}
	}
	for _, w := range r.waiting {
		if w.starting {
			held[w.share()] = true
		}
	}
	return held
}

// rank orders those who wait; the lowest have their turn first. In this order, these stand behind:
// who did nothing in their last game; newcomers of a network whose player did nothing; who has a
// neighbour in a game under way; who is not there at the moment. A person whose place a program
// took comes before others of the same rank.
func (r *Referee) rank(w *entrant, held map[share]bool, now time.Time) (rank int) {
	silent, known := r.silent[w.share()]
	for _, behind := range []bool{
		w.conduct == archive.Silent,
		w.conduct == archive.Unknown && known && now.Sub(silent) < silenceLife,
		held[w.share()],
		now.Sub(w.seen) > present,
		!w.passed,
	} {
		rank *= 2
		if behind {
			rank++
		}
	}
	return rank
}

// behindOthers is the lowest rank of those who only play at once if nobody else can.
const behindOthers = 4

// draw draws one of those of the lowest rank, and reports whether they stand behind others. Nine
// times in ten that is somebody who has played before, if such people wait, so that a crowd of
// newcomers does not take all turns. Among these, each share has the same chance, and each player
// of it.
func (r *Referee) draw(list []*entrant, held map[share]bool, now time.Time) (drawn *entrant, behind bool) {
	var known, fresh []*entrant
	lowest := -1
	for _, w := range list {
		rank := r.rank(w, held, now)
		if lowest < 0 || rank < lowest {
			lowest, known, fresh = rank, nil, nil
		}
		switch {
		case rank > lowest:
		case w.conduct == archive.Active:
			known = append(known, w)
		default:
			fresh = append(fresh, w)
		}
	}
	if len(fresh) == 0 || len(known) > 0 && r.chance(10) > 0 {
		fresh = known
	}
	var shares []share
	players := make(map[share][]*entrant)
	for _, w := range fresh {
		s := w.share()
		if players[s] == nil {
			shares = append(shares, s)
		}
		players[s] = append(players[s], w)
	}
	of := players[shares[r.chance(len(shares))]]
	return of[r.chance(len(of))], lowest >= behindOthers
}

// makeRoom takes the last player of the largest network out of a full lobby, unless a newcomer's
// network has as many. The caller holds the lock.
func (r *Referee) makeRoom(newcomer *entrant) bool {
	of := func(w *entrant) share { return shareOf("", w.network, w.player) }
	players := map[share]int{of(newcomer): 1}
	for _, w := range r.waiting {
		players[of(w)]++
	}
	most, last := players[of(newcomer)], -1
	for i, w := range r.waiting {
		if n := players[of(w)]; !r.hidden(w) && (n > most || n == most && last >= 0) {
			most, last = n, i
		}
	}
	if last < 0 {
		return false
	}
	r.waiting = slices.Delete(r.waiting, last, last+1)
	return true
}

// note remembers the networks of players who did nothing in a game that has ended. The caller holds
// the lock.
func (r *Referee) note(t *archive.Game, now time.Time) {
	for _, s := range t.Seats {
		if s.Network == 0 || t.Conduct(s.Name) != archive.Silent {
			continue
		}
		for old := range r.silent {
			if len(r.silent) < maxSilences {
				break
			}
			delete(r.silent, old)
		}
		r.silent[shareOfSeat(s)] = now
	}
}
