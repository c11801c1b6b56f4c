package web

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/store"
)

// exchange is a request and its answer.
type exchange struct {
	site    *site
	w       http.ResponseWriter
	r       *http.Request
	account *store.Account // of who is logged in, or nil
	done    bool           // the answer was begun
	counted bool           // the texts of the form were
}

func (x *exchange) referee() *referee.Referee { return x.site.Desk.Referee }

// player is who is logged in, on pages that need it.
func (x *exchange) player() game.PlayerID { return x.account.ID }

// needPlayer sends who is not logged in to do so first, and back afterwards where that makes sense.
func needPlayer(page func(*exchange) error) func(*exchange) error {
	return func(x *exchange) error {
		if x.account != nil {
			return page(x)
		}
		if x.r.Method == http.MethodGet || x.r.Method == http.MethodHead {
			if strings.HasSuffix(x.r.URL.Path, "/state") {
				return &refusal{Status: http.StatusUnauthorized, Title: "Log in", Text: "You are not logged in."}
			}
			return x.redirect(withQuery("/enter/login", "next", x.r.URL.Path))
		}
		return &refusal{Status: http.StatusUnauthorized, Title: "You are not logged in",
			Text: "Nothing was sent: your session has ended. Log in in another tab, then go back and send it again. What you typed is kept in this browser.",
			Link: "/enter/login", LinkText: "Log in"}
	}
}

// redirect sends the browser to a path of this site.
func (x *exchange) redirect(path string) error {
	x.done = true
	http.Redirect(x.w, x.r, path, http.StatusSeeOther)
	return nil
}

// show answers with a page.
func (x *exchange) show(status int, v view) error {
	v.Site, v.Account, v.Path = x.site, x.account, x.r.URL.Path
	if x.account != nil && v.Notices == 0 {
		v.Notices, _ = x.referee().Notices(x.account.ID) // which is worth no failure
	}
	var b bytes.Buffer // so that what fails half way is an error and no half page
	if err := x.site.pages.execute(&b, v); err != nil {
		return err
	}
	x.done = true
	x.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	x.w.WriteHeader(status)
	_, _ = x.w.Write(b.Bytes()) // nobody is left to be told
	return nil
}

// form reads the form that was sent.
func (x *exchange) form() error {
	kind, _, _ := strings.Cut(x.r.Header.Get("Content-Type"), ";")
	if kind = strings.TrimSpace(strings.ToLower(kind)); kind != "application/x-www-form-urlencoded" {
		return &refusal{Status: http.StatusUnsupportedMediaType, Title: "Not a form", Text: "This page takes what its form sends, and nothing else."}
	}
	if x.account == nil {
		x.r.Body = http.MaxBytesReader(x.w, x.r.Body, maxStranger)
	}
	err := x.r.ParseForm()
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return &refusal{Status: http.StatusRequestEntityTooLarge, Title: "That was too much",
			Text: "What you sent is longer than five texts of 5,000 characters can be, so it was not read. Go back, make it shorter and send it again."}
	case err != nil:
		return &refusal{Status: http.StatusBadRequest, Title: "The form could not be read", Text: "Go back and send it again."}
	}
	return x.countTexts()
}

// countTexts counts what a player sends, all of which may stay for ever.
func (x *exchange) countTexts() error {
	if x.account == nil || x.counted {
		return nil
	}
	x.counted = true
	size := 0
	for _, values := range x.r.PostForm {
		for _, v := range values {
			size += len(v)
		}
	}
	return x.site.Desk.Keep(addressKey(x.r), size)
}

// value is a field of the form, as one line.
func (x *exchange) value(name string) string { return x.r.PostForm.Get(name) }

// text is a field of the form as it was typed: browsers send the end of a line as CR LF, which counts as one character in the page.
func (x *exchange) text(name string) string {
	return strings.ReplaceAll(x.value(name), "\r\n", "\n")
}

// fail shows an error as a page, where nothing was shown yet.
func (x *exchange) fail(err error) {
	if x.done {
		return
	}
	re := explain(err)
	if re.Status >= 500 && x.r.Context().Err() == nil {
		x.site.Log.Error("a page failed", "method", x.r.Method, "path", x.r.URL.Path, "error", err)
	}
	x.retry(err)
	re = x.keep(re)
	if err := x.show(re.Status, view{Page: "error", Title: re.Title, Body: re}); err != nil && !x.done {
		x.site.Log.Error("the page of an error failed", "error", err)
		http.Error(x.w, "Something went wrong.", http.StatusInternalServerError)
	}
}

// keep adds to a refusal the texts that were typed, so that they are not lost. What another site sent is not repeated.
func (x *exchange) keep(re *refusal) *refusal {
	if x.r.Method != http.MethodPost || re.Status == http.StatusForbidden || re.Status == http.StatusRequestEntityTooLarge || x.form() != nil {
		return re
	}
	c := *re
	for _, letter := range []string{"q", "r"} {
		for _, text := range x.texts(letter) {
			if strings.TrimSpace(text) != "" {
				c.Kept = append(c.Kept, clean(text))
			}
		}
	}
	return &c
}

// retry tells after how long what was limited may be tried again.
func (x *exchange) retry(err error) {
	var limit *accounts.LimitError
	if errors.As(err, &limit) {
		x.w.Header().Set("Retry-After", itoa(limit.Seconds()))
	}
}

// clean makes of what was typed what a page can show, should it be no UTF-8.
func clean(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
