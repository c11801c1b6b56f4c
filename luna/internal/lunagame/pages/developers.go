package pages

import (
	_ "embed"
	"net/http"

	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// developersPath is the page for authors of machine players.
const developersPath = "/developers"

// The documents that the server offers authors of machine players. They are copies of files in
// docs, from where a package cannot embed them.
//
//go:generate cp ../../../../docs/playing.md ../../../../docs/players/template.py developers/
var (
	//go:embed developers/playing.md
	interfaceText string
	//go:embed developers/template.py
	templateText string
)

func (w *web) developers(x *pages.Exchange) error {
	body := struct{ Base string }{x.Base()}
	return x.Show(http.StatusOK,
		pages.View{Page: "developers", Title: "For developers", Body: body})
}

// file answers with a fixed text.
func file(contentType, text string) pages.Page {
	return func(x *pages.Exchange) error { return x.Send(contentType+"; charset=utf-8", text) }
}
