package lunagame

import (
	"context"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
)

// metrics returns what the Luna Game adds to the metrics of a site.
func metrics(r *play.Referee) func(context.Context, *httpx.Exposition) error {
	return func(ctx context.Context, e *httpx.Exposition) error {
		c, events, err := r.Counts(ctx)
		if err != nil {
			return err
		}
		e.Value("luna_players", "gauge", "Players who have entered a game.", c.Players)
		e.Family("luna_games", "gauge", "Games: open ones wait for a second player, ended ones "+
			"were left or expired.")
		e.Sample("luna_games", c.Open, "state", "open")
		e.Sample("luna_games", c.Playing, "state", "playing")
		e.Sample("luna_games", c.Finished, "state", "finished")
		e.Sample("luna_games", c.Ended, "state", "ended")
		e.Value("luna_journal_events", "gauge", "Events in the log of the games.", events)
		busiest, err := r.Busiest(ctx, 1)
		if err != nil {
			return err
		}
		most := 0
		for _, n := range busiest {
			most = n.Games
		}
		e.Value("luna_busiest_network_games", "gauge", "Active games of the network that has most.", most)
		damped, err := r.Damped(ctx)
		if err == nil {
			e.Value("luna_players_damped", "gauge", "Players whose guesses count less than others'.",
				damped)
		}
		return err
	}
}
