package pages

import (
	"context"
	"crypto/rand"
	"embed"
	"html/template"
	"io"
	"io/fs"
	"slices"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

//go:embed templates static
var files embed.FS

// home is the path of the lobby, below which all pages of Turing Trade lie.
const home = "/trade"

// web serves the pages of the games of a referee.
type web struct {
	referee  Referee
	settings trade.Settings
}

// Pages returns the pages of Turing Trade. The settings are those of its games; the pages explain
// them.
func Pages(r Referee, settings trade.Settings) pages.Set {
	w := &web{referee: r, settings: withDefaults(settings)}
	return pages.Set{
		Name: "trade", Home: home, Routes: w.routes(),
		Templates: sub("templates"), Static: sub("static"),
		Funcs: template.FuncMap{
			"tradePractice": r.MayPractise, "tradeReplays": r.Replays,
			"tradeKey": newKey, "tradeRules": func() rules { return rulesOf(w.settings) },
			"tradeMaxText": func() int { return archive.MaxText },
			"clock":        clock, "points": points, "price": price, "tag": tag,
			"seconds": seconds, "sideName": sideName, "held": held,
			"tenths": tenths, "brier": brier,
			"tradeOpponents": func() int { return archive.MinOpponents },
		},
		Boards: true,
		News:   w.news,
		Menu:   pages.Link{Path: home, Text: "Turing Trade"},
		Open:   true,
		Links:  []pages.Link{{Path: home + "/rules", Text: "Rules"}},
		Footer: []pages.Link{{Path: home + "/rules", Text: "Rules of Turing Trade"}},
		Kept:   []string{"text"}, Profile: w.profile,
	}
}

func sub(dir string) fs.FS {
	f, err := fs.Sub(files, dir)
	if err != nil {
		panic(err) // only for an invalid path
	}
	return f
}

func (w *web) routes() []pages.Route {
	list := []pages.Route{
		{Pattern: "GET " + home, Page: w.lobby, Public: true},
		{Pattern: "POST " + home + "/enter", Page: pages.Posted(w.enter)},
		{Pattern: "POST " + home + "/withdraw", Page: change(w.referee.Withdraw, home)},
		{Pattern: "POST " + home + "/call", Page: change(w.referee.Call, home)},
		{Pattern: "POST " + home + "/disagree", Page: change(w.referee.Disagree, "/me?done=disagree")},
		{Pattern: "POST " + home + "/practice", Page: pages.Posted(w.practise), Public: true},

		{Pattern: "GET " + home + "/archive", Page: w.archive, Public: true},
		{Pattern: "GET " + home + "/archive/{game}", Page: w.replay, Public: true},
		{Pattern: "GET " + home + "/logs.jsonl", Page: w.logs, Public: true},
		{Pattern: "GET " + home + "/leaders", Page: w.leaders, Public: true},
		{Pattern: "GET " + home + "/rules", Page: pages.Still("trade-rules",
			"The rules of Turing Trade"), Public: true},
		{Pattern: "POST " + home + "/games/{game}/report", Page: w.report(home+"/games/", w.inGame)},
		{Pattern: "POST " + home + "/archive/{game}/report", Page: w.report(home+"/archive/", w.inArchive)},
	}
	return slices.Concat(list, w.gameRoutes(home+"/games/{game}", false),
		w.gameRoutes(home+"/practice/{game}", true))
}

// gameRoutes are the pages of live games below a path. Practice games are open to visitors.
func (w *web) gameRoutes(game string, public bool) []pages.Route {
	return []pages.Route{
		{Pattern: "GET " + game, Page: w.game, Public: public},
		{Pattern: "GET " + game + "/write", Page: w.write, Public: public},
		{Pattern: "GET " + game + "/events", Page: w.events, Public: public},
		{Pattern: "POST " + game + "/ask", Page: w.act(trade.Question), Public: public},
		{Pattern: "POST " + game + "/answer", Page: w.act(trade.Answer), Public: public},
		{Pattern: "POST " + game + "/bet", Page: w.act(trade.Bet), Public: public},
		{Pattern: "POST " + game + "/done", Page: w.act(trade.Done), Public: public},
		{Pattern: "POST " + game + "/leave", Page: w.act(trade.Leave), Public: public},
	}
}

// player returns the player who is logged in, "" for a visitor.
func player(x *pages.Exchange) accounts.ID {
	if x.Account == nil {
		return ""
	}
	return x.Account.ID
}

// gameID returns the game's ID in the path.
func gameID(x *pages.Exchange) string { return x.Request.PathValue("game") }

func gamePath(id string) string {
	if play.IsPractice(id) {
		return home + "/practice/" + id
	}
	return home + "/games/" + id
}

// practise starts a practice game.
func (w *web) practise(x *pages.Exchange) error {
	id, err := w.referee.Practice(x.Context(), x.Address())
	if err != nil {
		return err
	}
	return x.Redirect(gamePath(id))
}

// newKey returns a key for an action, so that a form that is sent twice acts once.
func newKey() string { return rand.Text() }

// Referee is the part of the live games and the archive that the pages need; see [play.Referee].
type Referee interface {
	Consent(ctx context.Context, player accounts.ID) (archive.Consent, error)
	Agree(ctx context.Context, player accounts.ID) error
	Disagree(ctx context.Context, player accounts.ID) error
	Enter(ctx context.Context, player accounts.ID, role play.Role) error
	Withdraw(ctx context.Context, player accounts.ID) error
	Call(ctx context.Context, player accounts.ID) error
	Lobby(ctx context.Context, player accounts.ID) (play.Lobby, error)
	Playing(player accounts.ID) (game string)

	Do(ctx context.Context, player accounts.ID, game string, a play.Action) error
	Watch(
		ctx context.Context, player accounts.ID, game string, after int,
	) (msgs []trade.Message, next int, err error)
	State(ctx context.Context, player accounts.ID, game string) (play.State, error)

	Written(ctx context.Context, reporter accounts.ID, game string) ([]accounts.Written, []accounts.ID, error)
	MayPractise() bool
	Replays() bool
	Practice(ctx context.Context, address string) (game string, err error)

	Finished(ctx context.Context, game string) (*trade.Played, archive.Info, error)
	List(ctx context.Context, q archive.Query) (list []archive.Info, next string, err error)
	Logs(ctx context.Context, w io.Writer) error
	Leaders(ctx context.Context) (bettors, targets []archive.Leader, err error)
	Standing(ctx context.Context, player accounts.ID) (bettor, target archive.Standing, err error)
}

var _ Referee = (*play.Referee)(nil)
