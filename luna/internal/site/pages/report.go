package pages

import (
	"net/http"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Report takes in the form by which a player reports what was written in a game to the operator,
// and thanks them, with a link back. The report has everything but the reason and the reporter, who
// may be a visitor.
func (x *Exchange) Report(back string, r accounts.Report) error {
	if err := x.Form(); err != nil {
		return err
	}
	if r.Reason = x.Text("reason"); x.Account != nil { // not a visitor
		r.Reporter = x.Account.ID
	}
	id, err := x.site.Accounts.Report(x.Context(), x.Address(), r)
	if err != nil {
		return err
	}
	x.site.Log.Warn("a player reports what was written in a game: see luna admin reports",
		"report", id, "kind", r.Kind, "game", r.Game)
	return x.Show(http.StatusOK, View{Page: "reported", Title: "Reported", Body: reported{back, len(r.Texts) > 0}})
}

// reported says what became of a report: whether the texts of the game are in it.
type reported struct {
	Back  string
	Texts bool
}
