package pages

import (
	"net/http"
	"strings"
)

// forgotBody is the page for somebody who has forgotten their password.
type forgotBody struct {
	Who      string // as typed: a username or an address
	Sent     bool
	Problems Problems
}

func forgotForm(x *Exchange) error {
	return x.Show(http.StatusOK, View{Page: "forgot", Title: "Forgot your password?",
		Body: forgotBody{}})
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
	if err := x.Form(); err != nil {
		return err
	}
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
