package pages

import (
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Form parses the submitted form and counts its texts against the limits of the client's address.
func (x *Exchange) Form() error {
	kind, _, _ := strings.Cut(x.Request.Header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.TrimSpace(kind), "application/x-www-form-urlencoded") {
		return &Refusal{
			Status: http.StatusUnsupportedMediaType, Title: "Not a form",
			Text: "This page accepts only what its form sends.",
		}
	}
	if x.Account == nil {
		x.Request.Body = http.MaxBytesReader(x.w, x.Request.Body, maxPublicBody)
	}
	err := x.Request.ParseForm()
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return &Refusal{
			Status: http.StatusRequestEntityTooLarge, Title: "Too long",
			Text: "What you sent is longer than five texts of 5,000 characters can be, so it " +
				"was not read. Go back, shorten it and send it again.",
		}
	}
	if err != nil {
		return &Refusal{
			Status: http.StatusBadRequest, Title: "The form could not be read",
			Text: "Go back and send it again.",
		}
	}
	return x.countTexts()
}

// Posted returns a page that takes in a form.
func Posted(page Page) Page {
	return func(x *Exchange) error {
		if err := x.Form(); err != nil {
			return err
		}
		return page(x)
	}
}

// countTexts counts what a player sends, which may be kept for ever, once per request.
func (x *Exchange) countTexts() error {
	if x.Account == nil || x.counted {
		return nil
	}
	x.counted = true
	size := 0
	for _, values := range x.Request.PostForm {
		for _, v := range values {
			size += len(v)
		}
	}
	return x.Keep(size, false)
}

// Keep counts bytes of texts that the page will keep, for something new or for what is under way.
func (x *Exchange) Keep(bytes int, opens bool) error {
	undo, err := x.site.Accounts.KeepTexts(x.Address(), bytes, opens)
	if err == nil {
		x.undo = append(x.undo, undo)
	}
	return err
}

// Value returns a field of the form.
func (x *Exchange) Value(name string) string { return x.Request.PostForm.Get(name) }

// Text returns a field of several lines. Browsers end lines with CR LF, which counts as one
// character on the page.
func (x *Exchange) Text(name string) string {
	return strings.ReplaceAll(x.Value(name), "\r\n", "\n")
}

// Clean returns a text with invalid UTF-8 replaced, so that a page can show it.
func Clean(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// Report takes in the form by which a player reports what was written in a game to the operator,
// and thanks them, with a link back. The report has everything but the reason and the reporter, who
// may be a visitor.
func (x *Exchange) Report(back string, r accounts.Report) error {
	if err := x.Form(); err != nil {
		return err
	}
	if r.Reason = x.Text("reason"); x.Account != nil { // not a visitor
		r.Reporter = x.Account.ID
	}
	id, err := x.site.Accounts.Report(x.Context(), x.Address(), r)
	if err != nil {
		return err
	}
	x.site.Log.Warn("a player reports what was written in a game: see luna admin reports",
		"report", id, "kind", r.Kind, "game", r.Game)
	return x.Show(http.StatusOK, View{Page: "reported", Title: "Reported", Body: reported{back, len(r.Texts) > 0}})
}

// reported says what became of a report: whether the texts of the game are in it.
type reported struct {
	Back  string
	Texts bool
}
