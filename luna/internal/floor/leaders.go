package floor

import (
	"context"
	"errors"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// maxLeaders is the length of a leaderboard.
const maxLeaders = 100

// Leaders lists bettors by their points and targets by their rewards, the best first, at most 100 of
// each. Players have the public names that they chose. Those who do not agree that their games are
// published, guests without such a name, and players whose accounts were deleted are left out.
func (f *Floor) Leaders(ctx context.Context) (bettors []Leader, targets []TargetLeader, err error) {
	err = f.scores(ctx, "target = 0 ORDER BY points DESC, player",
		func(name string, machine bool, games int, points, brier float64) bool {
			bettors = append(bettors, Leader{
				Name: name, Machine: machine, Games: games, Points: points, Brier: brier / float64(games),
			})
			return len(bettors) < maxLeaders
		})
	if err != nil {
		return nil, nil, err
	}
	err = f.scores(ctx, "target = 1 ORDER BY points / games DESC, player",
		func(name string, program bool, games int, points, _ float64) bool {
			targets = append(targets, TargetLeader{
				Name: name, Program: program, Games: games, Reward: points / float64(games),
			})
			return len(targets) < maxLeaders
		})
	return bettors, targets, err
}

// scores calls a function with the rows of a leaderboard until it returns false.
func (f *Floor) scores(
	ctx context.Context, which string,
	each func(name string, machine bool, games int, points, brier float64) bool,
) error {
	rows, err := f.o.Store.Read().QueryContext(ctx,
		`SELECT player, games, points, brier FROM trade_scores WHERE (player IN
			(SELECT player FROM trade_agreed) OR player LIKE ?) AND `+which+" LIMIT 1000",
		programPrefix+"%")
	if err != nil {
		return err
	}
	type row struct {
		player        string
		games         int
		points, brier float64
	}
	var list []row
	for rows.Next() {
		var x row
		if err := rows.Scan(&x.player, &x.games, &x.points, &x.brier); err != nil {
			rows.Close()
			return err
		}
		list = append(list, x)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, x := range list {
		name, machine := strings.CutPrefix(x.player, programPrefix)
		if !machine {
			a, err := f.o.Accounts.Get(ctx, accounts.ID(x.player))
			nameless := err == nil && a.Kind == accounts.Guest && a.PublicName == ""
			if nameless || errors.Is(err, accounts.ErrUnknown) {
				continue
			}
			if err != nil {
				return err
			}
			name, machine = a.PublicName, a.Kind == accounts.Machine
		}
		if !each(name, machine, x.games, x.points, x.brier) {
			break
		}
	}
	return nil
}
