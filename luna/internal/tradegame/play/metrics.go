package play

import (
	"context"

	"github.com/luna-rating/luna/internal/httpx"
)

// Metrics adds counts of the games to the metrics of a site. They do not reveal what the targets of
// games under way are.
func (r *Referee) Metrics(ctx context.Context, e *httpx.Exposition) error {
	var public, records int
	err := r.o.Store.Read().QueryRowContext(ctx, `SELECT
		(SELECT count(*) FROM trade_games WHERE place IS NOT NULL),
		(SELECT coalesce(max(number), 0) FROM trade_events)`).Scan(&public, &records)
	if err != nil {
		return err
	}
	r.mu.Lock()
	live := len(r.live)
	bettors := 0
	targets := 0
	for _, w := range r.waiting {
		switch {
		case r.hidden(w):
		case w.role == AsBettor:
			bettors++
		default:
			targets++
		}
	}
	r.mu.Unlock()
	e.Family("trade_games", "gauge", "Games of Turing Trade.")
	e.Sample("trade_games", live, "state", "live")
	e.Sample("trade_games", public, "state", "public")
	e.Family("trade_waiting", "gauge", "Players who wait for a game of Turing Trade.")
	e.Sample("trade_waiting", bettors, "role", string(AsBettor))
	e.Sample("trade_waiting", targets, "role", string(AsTarget))
	e.Value("trade_streams", "gauge", "Streams of messages that players follow.", r.streams.Load())
	e.Value("trade_records", "gauge", "Records in the log of Turing Trade.", records)
	e.Value("trade_actions_total", "counter", "Actions in games that were carried out.", r.actions.Load())
	e.Value("trade_refused_total", "counter", "Actions in games that were refused.", r.refused.Load())
	return nil
}
