package pages

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
)

// news tells a player of a game that has begun, unless its page asks, and what has changed on a
// page. The lobby's page, while it is open, keeps the player waiting.
func (w *web) news(ctx context.Context, id accounts.ID, page string) (n pages.News, err error) {
	game := w.referee.Playing(id)
	if game != "" && !strings.HasPrefix(page, gamePath(game)) {
		s, err := w.referee.State(ctx, id, game)
		if err == nil && s.Ended == nil && !ownSeat(s).Left {
			n.New, n.Text, n.Link = 1, "Your game of Turing Trade is under way.", gamePath(game)
		}
	}
	rest, below := strings.CutPrefix(page, home+"/")
	kind, rest, _ := strings.Cut(rest, "/")
	switch {
	case page == home && id != "":
		n.State, err = w.lobbyState(ctx, id)
	case below && (kind == "games" || kind == "practice"):
		name, _, _ := strings.Cut(rest, "/")
		var s play.State
		s, err = w.referee.State(ctx, id, name)
		n.State = pollState(s)
	}
	return n, err
}

// lobbyState is what the script of the lobby is told: how many others wait, and which game began.
func (w *web) lobbyState(ctx context.Context, id accounts.ID) (string, error) {
	b, err := w.lobbyOf(ctx, id)
	if err != nil {
		return "", err
	}
	state := map[string]any{"waiting": b.Waiting, "bettors": b.Bettors, "targets": b.Targets, "starts": b.Starts}
	if b.Game != "" {
		state["game"] = gamePath(b.Game)
	}
	data, err := json.Marshal(state)
	return string(data), err
}

// pollState changes when the game ends, and when all its texts are there.
func pollState(s play.State) string {
	switch {
	case s.Over:
		return "over"
	case s.Ended != nil:
		return "ended"
	}
	return "open"
}
