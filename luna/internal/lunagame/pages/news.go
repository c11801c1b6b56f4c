package pages

import (
	"context"
	"fmt"
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// news returns what is new for a player, and for an open page.
func (w *web) news(ctx context.Context, id accounts.ID, page string) (n pages.News, err error) {
	if id == "" {
		return n, nil
	}
	player := game.PlayerID(id)
	if n.New, err = w.referee.Notices(ctx, player); err != nil {
		return n, err
	}
	rest, below := strings.CutPrefix(page, home+"/")
	var active []game.View
	if n.New > 0 || page == home {
		if active, err = w.referee.Active(ctx, player); err != nil {
			return n, err
		}
	}
	if n.New > 0 {
		n.Text, n.Link = headline(active, n.New)
	}
	if page == home {
		n.State = digestOf(active)
	}
	if below && rest != "new" {
		name, _, _ := strings.Cut(rest, "/")
		v, err := w.referee.Game(ctx, player, game.GameID(name))
		if err != nil {
			return n, err
		}
		n.State, n.Change = gameDigest(v), change(v)
	}
	return n, nil
}

// headline says what is new in some games, of which the active ones are given, and where.
func headline(active []game.View, news int) (text, link string) {
	var turns []game.View
	for _, v := range active {
		if v.Notice {
			turns = append(turns, v)
		}
	}
	ended := news - len(turns)
	switch {
	case ended <= 0 && len(turns) == 1:
		return change(turns[0]), gamePath(turns[0].ID)
	case ended <= 0:
		return fmt.Sprintf("It is your turn in %d games.", len(turns)), home
	case len(turns) == 0:
		return fmt.Sprintf("%s of yours ended.", pages.Plural(ended, "game")), home
	}
	return fmt.Sprintf("It is your turn in %s, and %s of yours ended.",
		pages.Plural(len(turns), "game"), pages.Plural(ended, "game")), home
}

// change says what has become of a game since a player acted, or began to.
func change(v game.View) string {
	switch stateOf(v) {
	case "final":
		return "The game is over: here is the result."
	case "ended":
		return "The other player has left this game, or it has ended."
	case "waiting":
		return "You have gone on in this game in another window."
	}
	return [...]string{
		"It is your turn to ask.",
		"Somebody has joined your game, and waits for your questions.",
		"Somebody plays with you: it is your turn to respond.",
		"The other player has responded, and waits for your responses.",
		"The other player has responded: it is your turn to guess.",
		"The other player has guessed, and waits for your guess.",
	}[min(v.Phase, 5)]
}
