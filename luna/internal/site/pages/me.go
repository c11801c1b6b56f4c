package pages

import (
	"errors"
	"net/http"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// meBody is a player's profile, which nobody else sees.
type meBody struct {
	Profiles  map[string]any // of the games, by the names of their sets
	Disc      Disc
	Guest     bool
	Person    bool
	Erasable  bool  // what the player wrote can be removed
	Entry     entry // typed to take a name
	Email     string
	Initial   string
	Color     string
	Boards    bool   // a game shows public names
	Publishes bool   // a game publishes by the choice at sign-up
	Name      string // the public one
	Problems  Problems
	Done      string
}

// done has the messages by which a profile says what was just done. The query has one of its keys.
var done = map[string]string{
	"look":     "Your initial and color were saved.",
	"consent":  "Your choice about publishing was saved.",
	"judging":  "Your choice about judging was saved.",
	"disagree": "Your consent was withdrawn. No game of Turing Trade with you is published any more.",
	"name":     "Your name on leaderboards was saved.",
	"email":    "Your email address was saved.",
	"save": "You have an account now. You can log out, and log in again with your username and " +
		"password.",
	"password": "Your password was changed. You have been logged out everywhere else.",
}

func me(x *Exchange) error {
	b, err := x.profile()
	if err != nil {
		return err
	}
	b.Done = done[x.Request.URL.Query().Get("done")]
	title := "Your profile"
	if x.Account.Suspended != "" {
		title = "Your account is suspended"
	}
	return x.Show(http.StatusOK, View{Page: "me", Title: title, Body: b})
}

func (x *Exchange) profile() (_ meBody, err error) {
	a := x.Account
	b := meBody{
		Profiles: make(map[string]any),
		Disc:     NewDisc(a.Initial, a.Color),
		Guest:    a.Kind == accounts.Guest, Person: a.Kind == accounts.Person,
		Erasable: x.site.Accounts.Erases(),
		Email:    a.Email, Initial: a.Initial, Color: a.Color, Name: a.PublicName,
		Problems: Problems{},
	}
	for _, set := range x.site.sets {
		b.Boards, b.Publishes = b.Boards || set.Boards, b.Publishes || set.Publishes
		if set.Profile != nil {
			if b.Profiles[set.Name], err = set.Profile(x); err != nil {
				return meBody{}, err
			}
		}
	}
	return b, nil
}

// changed returns to the profile after a change, or shows what is wrong with it and what was
// typed.
func (x *Exchange) changed(err error, what string, typed func(*meBody)) error {
	if err == nil {
		return x.Redirect("/me?done=" + what)
	}
	if _, ok := errors.AsType[*Refusal](err); ok || x.Status(err) == http.StatusNotFound {
		return err
	}
	b, failed := x.profile()
	if failed != nil {
		return failed
	}
	b.Problems = x.Problems(err)
	if text, ok := b.Problems[""]; ok {
		b.Problems[what] = text
	}
	typed(&b)
	return x.ShowAgain(err, View{Page: "me", Title: "Problem: Your profile", Body: b})
}

func setLook(x *Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	initial, color := Clean(strings.TrimSpace(x.Value("initial"))), Clean(x.Value("color"))
	_, err := x.site.Accounts.SetInitial(x.Context(), x.Account.ID, initial)
	if err == nil {
		_, err = x.site.Accounts.SetColor(x.Context(), x.Account.ID, color)
	}
	return x.changed(err, "look", func(b *meBody) {
		b.Initial = initial
		if _, ok := parseColor(color); ok {
			b.Color = color
		}
	})
}

func setConsent(x *Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	choice := x.Value("consent")
	if choice != "yes" && choice != "no" {
		return &Refusal{
			Status: http.StatusBadRequest, Title: "Nothing was chosen",
			Text: "Go back and choose yes or no.", Link: "/me", LinkText: "Your profile",
		}
	}
	_, err := x.site.Accounts.SetConsent(x.Context(), x.Account.ID, choice == "yes")
	return x.changed(err, "consent", func(*meBody) {})
}

func setPublicName(x *Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	name := Clean(strings.TrimSpace(x.Value("publicName")))
	_, err := x.site.Accounts.SetPublicName(x.Context(), x.Account.ID, name)
	return x.changed(err, "name", func(b *meBody) {
		b.Name, b.Problems = name, Problems{"publicName": x.sentence(err)}
	})
}

func setEmail(x *Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	if !x.site.Mail {
		return errNotFound
	}
	email := Clean(strings.TrimSpace(x.Value("email")))
	_, err := x.site.Accounts.SetEmail(x.Context(), x.Address(), x.Account.ID, email)
	return x.changed(err, "email", func(b *meBody) { b.Email = email })
}

// nameGuest turns a guest into a named player.
func nameGuest(x *Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	if x.Account.Kind != accounts.Guest {
		return accounts.ErrNotAGuest
	}
	e := x.entry()
	a, err := x.site.Accounts.NameGuest(x.Context(), x.Address(), x.Account.ID, x.credentials(e))
	if err == nil {
		err = x.logIn(a)
	}
	return x.changed(err, "save", func(b *meBody) { b.Entry = e })
}

func setPassword(x *Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	a, err := x.site.Accounts.ChangePassword(
		x.Context(), x.Address(), *x.Account, x.Value("old"), x.Value("password"))
	if err == nil {
		err = x.logIn(a)
	}
	return x.changed(err, "password", func(*meBody) {})
}

// revoke logs a player out everywhere. It is not for guests, who could never come back.
func revoke(x *Exchange) error {
	if x.Account.Kind != accounts.Person {
		return errNotFound
	}
	if _, err := x.site.Accounts.Revoke(x.Context(), x.Account.ID); err != nil {
		return err
	}
	if err := x.logOut(); err != nil {
		return err
	}
	return x.Redirect("/enter/login")
}
