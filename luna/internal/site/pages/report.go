package pages

import (
	"net/http"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Report takes in the form by which a player reports what was written in a game of a kind, and
// thanks them, with a link back.
func (x *Exchange) Report(kind, game, back string, texts []accounts.Written) error {
	if err := x.Form(); err != nil {
		return err
	}
	var reporter accounts.ID // none for a visitor
	if x.Account != nil {
		reporter = x.Account.ID
	}
	id, err := x.site.Accounts.Report(x.Context(), x.Address(), accounts.Report{
		Kind: kind, Game: game, Reporter: reporter, Reason: x.Text("reason"),
		Texts: texts,
	})
	if err != nil {
		return err
	}
	x.site.Log.Warn("a player reports what was written in a game: see luna admin reports",
		"report", id, "kind", kind, "game", game)
	return x.Show(http.StatusOK, View{Page: "reported", Title: "Reported", Body: back})
}
