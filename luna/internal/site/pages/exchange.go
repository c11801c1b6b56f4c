package pages

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Exchange is a request and its answer.
type Exchange struct {
	Request *http.Request
	Account *accounts.Account // the player's account, nil for a visitor

	site    *site
	w       http.ResponseWriter
	done    bool     // the answer was begun
	counted bool     // the texts of the form were
	refused bool     // the answer is an error
	undo    []func() // no longer count texts that were not kept

	suspended *accounts.SuspendedError // of the player, who then counts as a visitor
	barred    *accounts.Account        // theirs
}

// Context returns the context of the request.
func (x *Exchange) Context() context.Context { return x.Request.Context() }

// Address returns the [httpx.AddressKey] of the client.
func (x *Exchange) Address() string { return httpx.AddressKey(httpx.Address(x.Request)) }

// needPlayer sends visitors to the login first, and back afterwards if that makes sense. The page
// is for suspended players, too, or not.
func needPlayer(page Page, suspended bool) Page {
	return func(x *Exchange) error {
		if suspended && x.suspended != nil {
			x.Account = x.barred
		}
		if x.Account != nil {
			return page(x)
		}
		if x.suspended != nil {
			return x.suspended
		}
		if x.Request.Method == http.MethodGet || x.Request.Method == http.MethodHead {
			next := url.Values{"next": {x.Request.URL.Path}}
			return x.Redirect("/enter/login?" + next.Encode())
		}
		return &Refusal{
			Status: http.StatusUnauthorized, Title: "You are not logged in",
			Text: "Nothing was sent, because your session has ended. Log in from another tab, then " +
				"go back and send it again. This browser has kept what you typed.",
			Link: "/enter/login", LinkText: "Log in",
		}
	}
}

// Games returns the names of the site's games in its menu.
func (x *Exchange) Games() []string {
	var names []string
	for _, set := range x.site.sets {
		names = append(names, set.Menu.Text)
	}
	return names
}

// Redirect sends the browser to a path of this site.
func (x *Exchange) Redirect(path string) error {
	x.done = true
	http.Redirect(x.w, x.Request, path, http.StatusSeeOther)
	return nil
}

// Show answers with a page.
func (x *Exchange) Show(status int, v View) error {
	v.Site = x.site
	v.Account = x.Account
	v.Path = x.Request.URL.Path
	v.Nav = x.site.menu(v.Path, x.Account)
	if x.suspended != nil {
		v.Nav = []menuItem{{Link: Link{"/me", "Your account"}}, {Link: Link{"/leave", "Log out"}}}
	}
	for _, set := range x.site.sets {
		v.Scripts = append(v.Scripts, set.Scripts...)
	}
	var b bytes.Buffer // so that a failing template leaves no half a page
	if err := x.site.templates.execute(&b, v); err != nil {
		return err
	}
	x.done, x.refused = true, status >= 400
	x.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	x.w.WriteHeader(status)
	_, _ = x.w.Write(b.Bytes()) // fails only if the client is gone
	return nil
}

// ShowAgain shows a form again after an error, with what was typed. The view must say what is
// wrong.
func (x *Exchange) ShowAgain(err error, v View) error {
	e := x.site.Rules.Of(err)
	if e == nil || isStoreError(err) {
		x.logFailure(err)
	}
	if e == nil {
		e = httpx.Internal()
	}
	x.setHeaders(e)
	return x.Show(e.Status, v)
}

// Send answers with a text of a given type.
func (x *Exchange) Send(contentType, text string) error {
	x.done = true
	x.w.Header().Set("Content-Type", contentType)
	_, _ = x.w.Write([]byte(text))
	return nil
}

// Base returns the address of the site without a slash at its end: the configured address, or the
// one that the client used.
func (x *Exchange) Base() string {
	if x.site.BaseURL != "" {
		return strings.TrimSuffix(x.site.BaseURL, "/")
	}
	return "http://" + x.Request.Host
}

// fail shows an error as a page, unless an answer has begun.
func (x *Exchange) fail(err error) {
	if x.done {
		return
	}
	e := x.site.Rules.Of(err)
	page := x.explain(err)
	if page.Status >= 500 && x.Context().Err() == nil {
		x.logFailure(err)
	}
	if e != nil {
		x.setHeaders(e)
	}
	page = x.withTexts(page)
	err = x.Show(page.Status, View{Page: "error", Title: page.Title, Body: page})
	if err != nil && !x.done {
		x.site.Log.Error("the page of an error failed", "error", err)
		http.Error(x.w, "Something went wrong.", http.StatusInternalServerError)
	}
}

func (x *Exchange) logFailure(err error) {
	x.site.Log.Error("a page failed", "method", x.Request.Method, "path", x.Request.URL.Path,
		"error", err)
}

// setHeaders sets the headers of an error, such as Retry-After.
func (x *Exchange) setHeaders(e *httpx.Error) {
	for name, values := range e.Header {
		x.w.Header()[name] = values
	}
}

// withTexts adds the typed texts to an error page, so that they are not lost. Texts that another
// site sent are not repeated.
func (x *Exchange) withTexts(page *Refusal) *Refusal {
	if x.Request.Method != http.MethodPost || page.Status == http.StatusForbidden ||
		page.Status == http.StatusRequestEntityTooLarge || x.Form() != nil {
		return page
	}
	c := *page
	for _, set := range x.site.sets {
		for _, name := range set.Kept {
			if text := x.Text(name); strings.TrimSpace(text) != "" {
				c.Kept = append(c.Kept, Clean(text))
			}
		}
	}
	return &c
}
