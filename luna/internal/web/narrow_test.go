package web_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// TestBrowserEveryPageFits opens the pages that TestBrowserTwoPeoplePlay does not reach at both
// widths, with a banner and long words. The check of each page finds what is wider than the window.
func TestBrowserEveryPageFits(t *testing.T) {
	b := pagetest.Launch(t)
	p := open(t, limits, func(o *options) {
		o.Forgot = func(string, string) error { return nil }
		o.Banner = "Practice server: the people who play here are SIMULATED."
	})
	for _, width := range []int64{360, 1280} {
		x := newTab(t, b, p, "Cid", width, 740)
		x.visit("/", "/rules", "/about", "/privacy", "/developers", "/consent", "/enter/signup",
			"/enter/login", "/nowhere", "/mail/confirm?token=x", "/enter/forgot",
			"/enter/reset?token=x")
		x.open("/enter/forgot")
		x.wait("Forgot your password?")
		x.typed("#who", "nobody@"+strings.Repeat("w", 60)+".example")
		x.click("main button")
		x.wait("Check your email")
		x.look("32-sent")
		a, err := p.accounts.Register(t.Context(), "here", accounts.Credentials{
			Username: strings.Repeat("Wide", int(width/100)), Password: "correct horse",
			Email: strings.Repeat("w", 50) + "@example.org",
		})
		must(t, err)
		for _, purpose := range []auth.Purpose{auth.ConfirmEmail, auth.Unsubscribe} {
			token, err := p.accounts.Tokens().Link(purpose,
				auth.Link{Account: string(a.ID), Value: a.Email}, time.Hour)
			must(t, err)
			path := map[auth.Purpose]string{
				auth.ConfirmEmail: "/mail/confirm", auth.Unsubscribe: "/mail/unsubscribe",
			}[purpose]
			x.visit(path + "?token=" + url.QueryEscape(token))
		}
		reset, err := p.accounts.ResetToken(a, time.Hour)
		must(t, err)
		x.visit("/enter/reset?token=" + url.QueryEscape(reset))
		x.open("/enter/login")
		x.wait("Log in")
		x.typed("#username", a.Username)
		x.typed("#password", "correct horse")
		x.click("main button")
		x.wait("Your games")
		x.visit("/play", "/me", "/leave", "/me?done=look")
		x.open("/play/new")
		x.wait("Your turn: ask")
		for _, id := range []string{"q1", "q2", "q3", "q4", "q5"} {
			x.typed("#"+id, strings.Repeat("wide", 40))
		}
		x.click("#texts .actions button")
		x.until("document.title !== 'Your turn: ask · Luna'")
		x.text("document.querySelectorAll('details').forEach((d) => d.open = true) || ''")
		x.look("30-waiting-or-response")
		x.do(chromedp.Submit(chromedp.CSS("form[action$='/end']")))
		x.wait("Your games")
		x.click(".games a")
		x.wait("This game ended without a result")
		x.look("31-ended")
		x.open("/me")
		x.wait("Your profile")
		x.typed("#delete-password", "wrong horse")
		x.click("#delete-sure")
		x.click("#delete button")
		x.wait("Problem: Your profile")
		x.look("33-not-deleted")
		x.typed("#delete-password", "correct horse")
		x.click("#delete-sure")
		x.click("#delete button")
		x.wait("Your account was deleted")
		x.look("34-deleted")
	}
}

// visit opens pages and looks at each.
func (b *tab) visit(paths ...string) {
	b.t.Helper()
	for _, path := range paths {
		b.open(path)
		b.until("document.readyState === 'complete'")
		path, _, _ = strings.Cut(path, "?")
		b.look("25" + strings.ReplaceAll(path, "/", "-"))
	}
}
