package mail

import (
	"errors"
	"html/template"
	"net/http"

	"github.com/luna-rating/luna/luna/auth"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/store"
)

// Prefix is what the paths of a post's pages begin with.
const Prefix = "/mail/"

const (
	confirmPath = Prefix + "confirm"
	endPath     = Prefix + "unsubscribe"
)

// Handler serves the pages that the links in letters lead to. To look at one changes nothing, as programs do that look for viruses; a
// button does. Letters' own buttons for unsubscribing work by RFC 8058.
func (p *Post) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+confirmPath, func(w http.ResponseWriter, r *http.Request) { p.ask(w, r, auth.ConfirmEmail) })
	mux.HandleFunc("POST "+confirmPath, func(w http.ResponseWriter, r *http.Request) { p.act(w, r, auth.ConfirmEmail) })
	mux.HandleFunc("GET "+endPath, func(w http.ResponseWriter, r *http.Request) { p.ask(w, r, auth.Unsubscribe) })
	mux.HandleFunc("POST "+endPath, func(w http.ResponseWriter, r *http.Request) { p.act(w, r, auth.Unsubscribe) })
	return mux
}

// page is what a page says.
type page struct {
	Title, Text, Button, Token string
}

var layout = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}} – Luna</title>
<main>
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
{{if .Button}}<form method="post"><input type="hidden" name="token" value="{{.Token}}"><button>{{.Button}}</button></form>
{{end}}<p><a href="/">To the game</a></p>
</main>
</html>
`))

func show(w http.ResponseWriter, status int, p page) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	h.Set("Referrer-Policy", "no-referrer") // the address has the token in it
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = layout.Execute(w, p) // a client that is gone is nobody's fault
}

func (p *Post) ask(w http.ResponseWriter, r *http.Request, purpose auth.Purpose) {
	token := r.URL.Query().Get("token")
	l, err := p.o.Tokens.ParseLink(purpose, token)
	if err != nil {
		refuse(w, err)
		return
	}
	if purpose == auth.ConfirmEmail {
		show(w, http.StatusOK, page{"Is this your address?", "Luna will tell you at " + l.Value + " when it is your turn in a game.", "Yes, this is my address", token})
		return
	}
	show(w, http.StatusOK, page{"No more mail?", "Luna will send nothing to " + l.Value + " any more.", "No more mail", token})
}

func (p *Post) act(w http.ResponseWriter, r *http.Request, purpose auth.Purpose) {
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	token := r.FormValue("token") // of the form, or of the link for a program that posts to it
	l, err := p.o.Tokens.ParseLink(purpose, token)
	if err != nil {
		refuse(w, err)
		return
	}
	if err := p.change(r, purpose, l); err != nil {
		p.o.Log.Error("a link of a letter failed", "error", err)
		show(w, http.StatusServiceUnavailable, page{Title: "Please try again", Text: "This could not be written down."})
		return
	}
	if purpose == auth.ConfirmEmail {
		show(w, http.StatusOK, page{Title: "Thank you", Text: "If this is still your address in the game, it is confirmed."})
		return
	}
	show(w, http.StatusOK, page{Title: "No more mail", Text: "Luna will send nothing to " + l.Value + " any more."})
}

func (p *Post) change(r *http.Request, purpose auth.Purpose, l auth.Link) error {
	player := game.PlayerID(l.Account)
	if purpose == auth.ConfirmEmail {
		return gone(p.book.ConfirmEmail(r.Context(), player, l.Value))
	}
	a, err := p.book.Account(r.Context(), player)
	if err != nil || a.Email != l.Value {
		return gone(err)
	}
	return gone(p.book.SetEmail(r.Context(), player, ""))
}

// gone takes an account that is no more for done.
func gone(err error) error {
	if errors.Is(err, store.ErrUnknownAccount) {
		return nil
	}
	return err
}

func refuse(w http.ResponseWriter, err error) {
	if errors.Is(err, auth.ErrExpired) {
		show(w, http.StatusGone, page{Title: "This link is too old", Text: "In your profile you can ask for a new one."})
		return
	}
	show(w, http.StatusBadRequest, page{Title: "This link is not valid", Text: "Perhaps a part of it was lost in the letter."})
}
