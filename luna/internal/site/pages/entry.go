package pages

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// entry is a form for registering or logging in, as typed. Passwords are never repeated.
type entry struct {
	Consent  string // "yes", "no", or "" for no choice yet
	Username string
	Email    string
	Next     string
	Later    *Set // where the player goes, if that game does not publish by this choice
	Problems Problems
}

// later returns the game to which a path leads, if it asks its own questions about publication.
// Another game asks players its questions before they play it.
func (s *site) later(next string) *Set {
	if set := s.setOf(next); !set.Publishes {
		return &set
	}
	return nil
}

func consent(x *Exchange) error {
	next := x.Request.URL.Query().Get("next")
	e := entry{Next: next, Later: x.site.later(next)}
	if x.Account != nil {
		return x.Redirect(x.site.ownPath(e.Next))
	}
	return x.Show(http.StatusOK, View{Page: "consent", Title: "Before you play", Body: e})
}

// chose reports whether the form has a choice about publishing, if it asks for one, and adds a
// problem if not.
func (e *entry) chose() bool {
	if e.Consent == "yes" || e.Consent == "no" || e.Later != nil {
		return true
	}
	e.Problems = Problems{"consent": "Please choose yes or no. You can change it later."}
	return false
}

func enterGuest(x *Exchange) error {
	if x.Account != nil {
		return x.Redirect(x.site.Home)
	}
	if err := x.Form(); err != nil {
		return err
	}
	e := x.entry()
	if !e.chose() {
		return x.Show(http.StatusBadRequest, View{Page: "consent", Title: "Before you play", Body: e})
	}
	a, err := x.site.Accounts.RegisterGuest(x.Context(), x.Address(), e.Consent == "yes")
	if err != nil {
		return err
	}
	return x.welcome(a, e)
}

func signupForm(x *Exchange) error {
	if x.Account != nil {
		return x.Redirect("/me#save")
	}
	q := x.Request.URL.Query()
	e := entry{Consent: q.Get("consent"), Next: q.Get("next"), Later: x.site.later(q.Get("next"))}
	return x.Show(http.StatusOK, View{Page: "signup", Title: "Sign up", Body: e})
}

func signup(x *Exchange) error {
	if x.Account != nil {
		return x.Redirect("/me#save")
	}
	if err := x.Form(); err != nil {
		return err
	}
	e := x.entry()
	if !e.chose() {
		return x.Show(http.StatusBadRequest, View{Page: "signup", Title: "Sign up", Body: e})
	}
	a, err := x.site.Accounts.Register(x.Context(), x.Address(), x.credentials(e))
	if err != nil {
		e.Problems = x.Problems(err)
		return x.ShowAgain(err, View{Page: "signup", Title: "Sign up", Body: e})
	}
	return x.welcome(a, e)
}

// welcome logs in a new player, who then goes where they wanted to go, or where the first game
// begins.
func (x *Exchange) welcome(a accounts.Account, e entry) (err error) {
	if e.Consent == "" {
		a, err = x.site.Accounts.AskLater(x.Context(), a.ID)
	}
	if err == nil {
		err = x.logIn(a)
	}
	if err != nil {
		return err
	}
	if e.Next != "" {
		return x.Redirect(x.site.ownPath(e.Next))
	}
	first := x.site.sets[0]
	return x.Redirect(cmp.Or(first.Start, first.Home))
}

// entry reads the form of somebody who registers or logs in.
func (x *Exchange) entry() entry {
	return entry{
		Consent:  x.Value("consent"),
		Username: Clean(strings.TrimSpace(x.Value("username"))),
		Email:    Clean(strings.TrimSpace(x.Value("email"))),
		Next:     x.Value("next"),
		Later:    x.site.later(x.Value("next")),
	}
}

func (x *Exchange) credentials(e entry) accounts.Credentials {
	c := accounts.Credentials{
		Username: e.Username, Password: x.Value("password"), Consent: e.Consent == "yes",
	}
	if x.site.Mail {
		c.Email = e.Email
	}
	return c
}

func loginForm(x *Exchange) error {
	next := x.site.ownPath(x.Request.URL.Query().Get("next"))
	if x.Account != nil {
		return x.Redirect(next)
	}
	return x.Show(http.StatusOK, View{Page: "login", Title: "Log in", Body: entry{Next: next}})
}

func login(x *Exchange) error {
	e := x.entry()
	e.Next = x.site.ownPath(e.Next)
	a, err := x.site.Accounts.LoginFrom(x.Context(), x.from(), e.Username, x.Value("password"))
	if err != nil {
		e.Problems = x.Problems(err)
		return x.ShowAgain(err, View{Page: "login", Title: "Log in", Body: e})
	}
	if err := x.logIn(a); err != nil {
		return err
	}
	if a.Suspended != "" {
		return x.Redirect("/me")
	}
	return x.Redirect(e.Next)
}

func leave(x *Exchange) error {
	if err := x.logOut(); err != nil {
		return err
	}
	return x.Redirect("/")
}
