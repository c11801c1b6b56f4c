package web

import (
	"errors"
	"net/http"
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
)

// meBody is a player's profile: her own business.
type meBody struct {
	Player   game.Player
	Rating   string
	Disc     disc
	Ratings  []ratedRow
	Guesses  []guessRow // the last one first
	History  *plot
	Spread   *plot
	Guessed  *plot
	Guest    bool
	Person   bool
	Entry    entry // typed to become a named player
	Email    string
	Initial  string
	Color    string
	Problems problems
	Done     string
}

// done are what a profile says was just done. What stands in the address is one of these words, never shown itself.
var done = map[string]string{
	"look": "Your initial and color were saved.", "consent": "Your choice about publishing was saved.", "email": "Your address for mail was saved.",
	"save":     "You are a named player now: you can log out, and log in again with your username and password.",
	"password": "Your password was changed, and you were logged out everywhere else.",
}

func me(x *exchange) error {
	b, err := x.me()
	if err != nil {
		return err
	}
	b.Done = done[x.r.URL.Query().Get("done")]
	return x.show(http.StatusOK, view{Page: "me", Title: "Your profile", Body: b})
}

func (x *exchange) me() (meBody, error) {
	p, err := x.referee().Player(x.player())
	if err != nil {
		return meBody{}, err
	}
	a := x.account
	b := meBody{
		Player: p, Rating: ratingText(p.Rating), Disc: discOf(a.Initial, a.Color), Guest: a.Kind == store.Guest, Person: a.Kind == store.Person,
		Email: a.Email, Initial: a.Initial, Color: a.Color, Problems: problems{},
	}
	b.Ratings, b.Guesses = ratedRows(p.History), guessRows(p.Guesses)
	b.History, b.Spread, b.Guessed = historyPlot(b.Ratings), spreadPlot(b.Ratings), guessPlot(b.Guesses)
	return b, nil
}

// changed goes back to the profile after a change, or shows what is wrong with it and what was typed.
func (x *exchange) changed(err error, what string, typed func(*meBody)) error {
	if err == nil {
		return x.redirect("/me?done=" + what)
	}
	var page *refusal
	if errors.As(err, &page) {
		return err
	}
	b, err2 := x.me()
	if err2 != nil {
		return errors.Join(err, err2)
	}
	b.Problems = problemsOf(err)
	if text, ok := b.Problems[""]; ok {
		b.Problems[what] = text
	}
	typed(&b)
	return x.again(err, view{Page: "me", Title: "Problem: Your profile", Body: b})
}

func setLook(x *exchange) error {
	if err := x.form(); err != nil {
		return err
	}
	initial, color := clean(strings.TrimSpace(x.value("initial"))), clean(x.value("color"))
	err := x.referee().SetInitial(x.r.Context(), x.player(), initial)
	if err == nil {
		err = x.referee().SetColor(x.r.Context(), x.player(), color)
	}
	return x.changed(err, "look", func(b *meBody) {
		b.Initial = initial
		if _, ok := rgb(color); ok {
			b.Color = color
		}
	})
}

func setConsent(x *exchange) error {
	if err := x.form(); err != nil {
		return err
	}
	choice := x.value("consent")
	if choice != "yes" && choice != "no" {
		return &refusal{Status: http.StatusBadRequest, Title: "Nothing was chosen", Text: "Go back and choose one of the two.", Link: "/me", LinkText: "To your profile"}
	}
	return x.changed(x.referee().SetConsent(x.r.Context(), x.player(), choice == "yes"), "consent", func(*meBody) {})
}

func setEmail(x *exchange) error {
	if err := x.form(); err != nil {
		return err
	}
	if !x.site.Mail {
		return errNotFound
	}
	email := clean(strings.TrimSpace(x.value("email")))
	_, err := x.site.Desk.SetEmail(x.r.Context(), x.player(), email)
	return x.changed(err, "email", func(b *meBody) { b.Email = email })
}

// saveGuest makes a named player of a guest.
func saveGuest(x *exchange) error {
	if err := x.form(); err != nil {
		return err
	}
	if x.account.Kind != store.Guest {
		return referee.ErrNotAGuest
	}
	e := x.entry()
	a, err := x.site.Desk.SaveGuest(x.r.Context(), addressKey(x.r), x.player(), x.credentials(e))
	if err == nil {
		err = x.remember(a)
	}
	return x.changed(err, "save", func(b *meBody) { b.Entry = e })
}

// setPassword changes the password of who knows the present one.
func setPassword(x *exchange) error {
	if err := x.form(); err != nil {
		return err
	}
	return x.changed(x.newPassword(), "password", func(*meBody) {})
}

var errOldPassword = errors.New("that is not your present password")

func (x *exchange) newPassword() error {
	if x.account.Kind != store.Person {
		return errNotFound
	}
	if err := auth.CheckPassword(x.value("password")); err != nil {
		return err
	}
	// Through the desk, which counts wrong tries.
	_, err := x.site.Desk.Login(x.r.Context(), addressKey(x.r), x.account.Username, x.value("old"))
	if errors.Is(err, accounts.ErrLogin) {
		return errOldPassword
	}
	if err != nil {
		return err
	}
	hash, err := x.site.Desk.Hasher.Hash(x.r.Context(), x.value("password"))
	if err != nil {
		return err
	}
	a, err := x.referee().SetPassword(x.r.Context(), x.player(), hash)
	if err != nil {
		return err
	}
	return x.remember(a)
}

// revoke logs a player out everywhere. A guest could never come back.
func revoke(x *exchange) error {
	if x.account.Kind != store.Person {
		return errNotFound
	}
	if _, err := x.referee().Revoke(x.r.Context(), x.player()); err != nil {
		return err
	}
	x.forget()
	return x.redirect("/enter/login")
}
