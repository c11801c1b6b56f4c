package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
	"github.com/luna-rating/luna/luna/wire"
)

// entry is a form by which somebody comes in, with what was typed. Passwords are typed again.
type entry struct {
	Consent  string // "yes", "no" or "", where nothing was chosen yet
	Username string
	Email    string
	Next     string
	Problems problems
}

// problems are what is wrong with fields, by their names. What is wrong with none has the name "".
type problems map[string]string

func landing(x *exchange) error {
	return x.show(http.StatusOK, view{Page: "landing", Title: "The Luna Game"})
}

// still is a page on which nothing changes.
func still(page, title string) func(*exchange) error {
	return func(x *exchange) error { return x.show(http.StatusOK, view{Page: page, Title: title}) }
}

func consent(x *exchange) error {
	if x.account != nil {
		return x.redirect("/play")
	}
	return x.show(http.StatusOK, view{Page: "consent", Title: "Before you play", Body: entry{}})
}

const chooseConsent = "Choose one of the two. You can change it later."

func enterGuest(x *exchange) error {
	if x.account != nil {
		return x.redirect("/play")
	}
	if err := x.form(); err != nil {
		return err
	}
	e := entry{Consent: x.value("consent")}
	if e.Consent != "yes" && e.Consent != "no" {
		e.Problems = problems{"consent": chooseConsent}
		return x.show(http.StatusBadRequest, view{Page: "consent", Title: "Before you play", Body: e})
	}
	a, err := x.site.Desk.RegisterGuest(x.r.Context(), addressKey(x.r), e.Consent == "yes")
	if err != nil {
		return err
	}
	if err := x.remember(a); err != nil {
		return err
	}
	return x.redirect("/rules")
}

func signupForm(x *exchange) error {
	if x.account != nil {
		return x.redirect("/me#save")
	}
	e := entry{Consent: x.r.URL.Query().Get("consent")}
	return x.show(http.StatusOK, view{Page: "signup", Title: "Sign up", Body: e})
}

func signup(x *exchange) error {
	if x.account != nil {
		return x.redirect("/me#save")
	}
	if err := x.form(); err != nil {
		return err
	}
	e := x.entry()
	if e.Consent != "yes" && e.Consent != "no" {
		e.Problems = problems{"consent": chooseConsent}
		return x.show(http.StatusBadRequest, view{Page: "signup", Title: "Sign up", Body: e})
	}
	a, err := x.site.Desk.Register(x.r.Context(), addressKey(x.r), x.credentials(e))
	if err != nil {
		e.Problems = problemsOf(err)
		return x.again(err, view{Page: "signup", Title: "Sign up", Body: e})
	}
	if err := x.remember(a); err != nil {
		return err
	}
	return x.redirect("/rules")
}

// entry reads a form of who comes in.
func (x *exchange) entry() entry {
	return entry{
		Consent: x.value("consent"), Username: clean(strings.TrimSpace(x.value("username"))), Email: clean(strings.TrimSpace(x.value("email"))),
		Next: x.value("next"),
	}
}

func (x *exchange) credentials(e entry) wire.Credentials {
	c := wire.Credentials{Username: e.Username, Password: x.value("password"), Consent: e.Consent == "yes"}
	if x.site.Mail {
		c.Email = e.Email
	}
	return c
}

// again shows a form again after an error, with what was typed. The error is that of the form's Problems, or is none of the player's.
func (x *exchange) again(err error, v view) error {
	status := statusOf(err)
	if status == http.StatusInternalServerError || errors.Is(err, store.ErrUnavailable) {
		x.site.Log.Error("a page failed", "method", x.r.Method, "path", x.r.URL.Path, "error", err)
	}
	x.retry(err)
	return x.show(status, v)
}

func loginForm(x *exchange) error {
	next := ownPath(x.r.URL.Query().Get("next"))
	if x.account != nil {
		return x.redirect(next)
	}
	return x.show(http.StatusOK, view{Page: "login", Title: "Log in", Body: entry{Next: next}})
}

func login(x *exchange) error {
	if err := x.form(); err != nil {
		return err
	}
	e := x.entry()
	e.Next = ownPath(e.Next)
	a, err := x.site.Desk.Login(x.r.Context(), addressKey(x.r), e.Username, x.value("password"))
	if err != nil {
		e.Problems = problemsOf(err)
		return x.again(err, view{Page: "login", Title: "Log in", Body: e})
	}
	if err := x.remember(a); err != nil {
		return err
	}
	return x.redirect(e.Next)
}

func leaveForm(x *exchange) error {
	return x.show(http.StatusOK, view{Page: "leave", Title: "Log out"})
}

func leave(x *exchange) error {
	x.forget()
	return x.redirect("/")
}

// problemsOf puts an error beside the field that it is about.
func problemsOf(err error) problems {
	text := sentence(err)
	var name *store.NameError
	switch {
	case errors.As(err, &name), errors.Is(err, store.ErrNameTaken):
		return problems{"username": text}
	case errors.Is(err, auth.ErrPasswordShort), errors.Is(err, auth.ErrPasswordLong), errors.Is(err, auth.ErrPasswordText):
		return problems{"password": text}
	case errors.Is(err, accounts.ErrEmail):
		return problems{"email": text}
	case errors.Is(err, referee.ErrInitial):
		return problems{"initial": text}
	case errors.Is(err, referee.ErrColor):
		return problems{"color": text}
	case errors.Is(err, errOldPassword):
		return problems{"old": text}
	case statusOf(err) == http.StatusInternalServerError:
		return problems{"": explain(err).Text}
	}
	return problems{"": text}
}

// sentence makes one of the text of an error.
func sentence(err error) string {
	if errors.Is(err, store.ErrUnavailable) {
		err = referee.ErrUnavailable // whose text is for players
	}
	text := clean(err.Error())
	for _, prefix := range []string{"username: ", "email: ", "initial: ", "color: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

func withQuery(path, name, value string) string {
	return path + "?" + url.Values{name: {value}}.Encode()
}
