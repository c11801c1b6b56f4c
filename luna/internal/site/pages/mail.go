package pages

import (
	"context"
	"net/http"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// mailAction is the action of a link in a letter. Following the link only shows a button, since
// programs that scan mail follow links, too.
type mailAction struct {
	Purpose              auth.Purpose
	Title, Text, Button  string
	DoneTitle, DoneText  string
	Path, Token, Address string
	Done                 bool
	do                   func(*accounts.Service, context.Context, accounts.ID, string) error
}

var confirmMail = mailAction{
	Purpose: auth.ConfirmEmail, Path: "/mail/confirm",
	Title: "Confirm your address", Button: "Yes, this is my address",
	Text:      "Do you want to get email at this address when it is your turn in a game?",
	DoneTitle: "Your address is confirmed",
	DoneText:  "You will get email when it is your turn in a game.",
	do:        (*accounts.Service).ConfirmEmail,
}

var unsubscribeMail = mailAction{
	Purpose: auth.Unsubscribe, Path: "/mail/unsubscribe",
	Title: "Stop email", Button: "Stop sending me email",
	Text:      "Do you want us to stop sending email to this address?",
	DoneTitle: "You will get no more email",
	DoneText:  "The address was removed from your account.",
	do:        (*accounts.Service).Unsubscribe,
}

var errLink = &Refusal{
	Status: http.StatusForbidden, Title: "This link does not work",
	Text: "It has expired, or part of it is missing. You can request another one in your profile.",
	Link: "/me", LinkText: "Your profile",
}

func mailForm(m mailAction) Page {
	return func(x *Exchange) error {
		m := m
		m.Token = x.Request.URL.Query().Get("token")
		l, err := x.site.Accounts.Tokens().ParseLink(m.Purpose, m.Token)
		if err != nil {
			return errLink
		}
		m.Address = l.Value
		return x.Show(http.StatusOK, View{Page: "mail", Title: m.Title, Body: m})
	}
}

func mailDone(m mailAction) Page {
	return func(x *Exchange) error {
		m := m
		// Mail programs that unsubscribe by themselves (RFC 8058) post the link with a form of
		// their own.
		m.Token = x.Request.URL.Query().Get("token")
		if m.Token == "" {
			if err := x.Form(); err != nil {
				return err
			}
			m.Token = x.Value("token")
		}
		l, err := x.site.Accounts.Tokens().ParseLink(m.Purpose, m.Token)
		if err != nil {
			return errLink
		}
		if err := m.do(x.site.Accounts, x.Context(), accounts.ID(l.Account), l.Value); err != nil {
			return err
		}
		m.Done, m.Address = true, l.Value
		return x.Show(http.StatusOK, View{Page: "mail", Title: m.DoneTitle, Body: m})
	}
}

// forgotBody is the page for somebody who has forgotten their password.
type forgotBody struct {
	Who      string // as typed: a username or an address
	Sent     bool
	Problems Problems
}

func forgotForm(x *Exchange) error {
	return x.Show(http.StatusOK, View{Page: "forgot", Title: "Forgot your password?", Body: forgotBody{}})
}

// forgot sends a link. The answer does not reveal whether there is such a player.
func forgot(x *Exchange) error {
	if x.site.Forgot == nil {
		return errNotFound
	}
	if err := x.Form(); err != nil {
		return err
	}
	b := forgotBody{Who: Clean(strings.TrimSpace(x.Value("who")))}
	if b.Who == "" {
		b.Problems = Problems{"who": "Please enter your username or your email address."}
		return x.Show(http.StatusBadRequest,
			View{Page: "forgot", Title: "Forgot your password?", Body: b})
	}
	if err := x.site.Forgot(x.Address(), b.Who); err != nil {
		b.Problems = x.Problems(err)
		return x.ShowAgain(err, View{Page: "forgot", Title: "Forgot your password?", Body: b})
	}
	b.Sent = true
	return x.Show(http.StatusOK, View{Page: "forgot", Title: "Check your email", Body: b})
}

// resetBody is the form for a new password.
type resetBody struct {
	Token, Username string
	Problems        Problems
}

var errResetLink = &Refusal{
	Status: http.StatusForbidden, Title: "This link does not work",
	Text: "It has expired, was used already, or part of it is missing. You can ask for another one.",
	Link: "/enter/forgot", LinkText: "Forgot your password?",
}

func resetForm(x *Exchange) error {
	token := x.Request.URL.Query().Get("token")
	return x.showReset(token, nil)
}

// showReset shows the form again with what is wrong, or for the first time.
func (x *Exchange) showReset(token string, problem error) error {
	a, err := x.site.Accounts.ResetFor(x.Context(), token)
	if err != nil {
		return resetProblem(x, err)
	}
	v := View{Page: "reset", Title: "Choose a new password"}
	b := resetBody{Token: token, Username: a.Username}
	if problem == nil {
		v.Body = b
		return x.Show(http.StatusOK, v)
	}
	b.Problems = x.Problems(problem)
	v.Body = b
	return x.ShowAgain(problem, v)
}

func resetProblem(x *Exchange, err error) error {
	if x.Status(err) == http.StatusForbidden {
		return errResetLink
	}
	return err
}

func resetPassword(x *Exchange) error {
	token := x.Value("token")
	a, err := x.site.Accounts.ResetPassword(
		x.Context(), x.Address(), token, x.Value("password"))
	if err != nil {
		return x.showReset(token, err)
	}
	if err := x.logIn(a); err != nil {
		return err
	}
	return x.Redirect("/me?done=password")
}
