package archive

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// maxLeaders is the length of a leaderboard.
const maxLeaders = 100

// Leaders lists the bettors and the targets with the highest mean points who have met
// [MinOpponents], the best first, at most 100 people and 100 programs of each. Players have the
// public names that they chose. Those who do not agree that their games are published, guests
// without such a name, and players whose accounts were deleted are left out.
func (a *Archive) Leaders(ctx context.Context, known *accounts.Service) (bettors, targets []Leader, err error) {
	if bettors, err = a.leaders(ctx, known, false); err == nil {
		targets, err = a.leaders(ctx, known, true)
	}
	return bettors, targets, err
}

// Standing returns how a player stands as a bettor and as a target, whether or not they are on a
// leaderboard.
func (a *Archive) Standing(ctx context.Context, player accounts.ID) (bettor, target Standing, err error) {
	for of, s := range map[score]*Standing{
		{string(player), false}: &bettor, {string(player), true}: &target,
	} {
		list, readErr := resultsOf(ctx, a.store.Read(), of)
		*s, err = standingOf(list), cmp.Or(err, readErr)
	}
	return bettor, target, err
}

// leaders returns the leaders of one leaderboard.
func (a *Archive) leaders(ctx context.Context, known *accounts.Service, targets bool) (leaders []Leader, err error) {
	type row struct {
		player string
		Standing
	}
	list, err := store.List(ctx, a.store.Read(), func(r *sql.Rows, x *row) error {
		return r.Scan(&x.player, &x.Games, &x.Opponents, &x.Points, &x.Brier)
	}, `SELECT player, games, opponents, points, brier
		FROM trade_scores WHERE target = ? AND opponents >= ?
		AND (player IN (SELECT player FROM trade_agreed) OR player LIKE ?)
		ORDER BY points DESC, player LIMIT 1000`, targets, MinOpponents, programPrefix+"%")
	if err != nil {
		return nil, err
	}
	found := make(map[bool]int) // by whether they are programs
	for _, x := range list {
		name, machine := strings.CutPrefix(x.player, programPrefix)
		if !machine {
			account, err := known.Get(ctx, accounts.ID(x.player))
			nameless := err == nil && account.Kind == accounts.Guest && account.PublicName == ""
			if nameless || errors.Is(err, accounts.ErrUnknown) {
				continue
			}
			if err != nil {
				return nil, err
			}
			name, machine = account.PublicName, account.Kind == accounts.Machine
		}
		if found[machine]++; found[machine] <= maxLeaders {
			leaders = append(leaders, Leader{name, machine, x.Standing})
		}
	}
	return leaders, nil
}

// Pair is a bettor whose points come mostly from games with one other player.
type Pair struct {
	Player, Other       accounts.ID
	Games, Gains, Short int     // games together: all, those with a gain, those too short to count
	Points              float64 // mean over all of them
}

// Pairs returns the bettors who sat with one other player in at least five games and half of their
// own, and gained in at least nine tenths of these. It may run beside a server.
func (a *Archive) Pairs(ctx context.Context) ([]Pair, error) {
	return store.List(ctx, a.store.Read(), func(rows *sql.Rows, p *Pair) error {
		return rows.Scan(&p.Player, &p.Other, &p.Games, &p.Gains, &p.Short, &p.Points)
	}, `
		SELECT r.player, o.value ->> '$.player' AS other, count(*),
			sum(r.body ->> '$.points' > 0) AS gains, sum(NOT counts), avg(r.body ->> '$.points')
		FROM trade_results r, json_each(r.body, '$.others') o WHERE target = 0
		GROUP BY r.player, other HAVING count(*) >= 5 AND gains >= 0.9 * count(*) AND count(*) >= 0.5 *
			(SELECT count(*) FROM trade_results a WHERE a.player = r.player AND a.target = 0)
		ORDER BY r.player, other`)
}
