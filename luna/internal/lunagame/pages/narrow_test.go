package pages_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// TestBrowserEveryPageFits opens the pages that TestBrowserTwoPeoplePlay does not reach at both
// widths, with a banner and long words. The check of each page finds what is wider than the window.
func TestBrowserEveryPageFits(t *testing.T) {
	t.Parallel()
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
		x.Open("/enter/forgot")
		x.Wait("Forgot your password?")
		x.Typed("#who", "nobody@"+strings.Repeat("w", 60)+".example")
		x.Click("main button")
		x.Wait("Check your email")
		x.Look("32-sent")
		a := suite.Must(p.accounts.Register(t.Context(), "here", accounts.Credentials{
			Username: strings.Repeat("Wide", int(width/100)), Password: "correct horse",
			Email: strings.Repeat("w", 50) + "@example.org",
		}))(t)
		for _, purpose := range []auth.Purpose{auth.ConfirmEmail, auth.Unsubscribe} {
			token := suite.Must(p.accounts.Tokens().Link(purpose,
				auth.Link{Account: string(a.ID), Value: a.Email}, time.Hour))(t)
			path := map[auth.Purpose]string{
				auth.ConfirmEmail: "/mail/confirm", auth.Unsubscribe: "/mail/unsubscribe",
			}[purpose]
			x.visit(path + "?token=" + url.QueryEscape(token))
		}
		reset := suite.Must(p.accounts.ResetToken(a, time.Hour))(t)
		x.visit("/enter/reset?token=" + url.QueryEscape(reset))
		x.Open("/enter/login")
		x.Wait("Log in")
		x.Typed("#username", a.Username)
		x.Typed("#password", "correct horse")
		x.Click("main button")
		x.Wait("Your games")
		x.visit("/play", "/me", "/leave", "/me?done=look")
		x.Open("/play/new")
		x.Wait("Your turn: ask")
		for _, id := range []string{"q1", "q2", "q3", "q4", "q5"} {
			x.Typed("#"+id, strings.Repeat("wide", 40))
		}
		x.Click("#texts .actions button")
		x.Until("document.title !== 'Your turn: ask · Luna'")
		x.Text("document.querySelectorAll('details').forEach((d) => d.open = true) || ''")
		x.Look("30-waiting-or-response")
		x.Do(chromedp.Submit(chromedp.CSS("form[action$='/end']")))
		x.Wait("Your games")
		x.Click(".games a")
		x.Wait("This game ended without a result")
		x.Look("31-ended")
		x.Open("/me")
		x.Wait("Your profile")
		x.Typed("#delete-password", "wrong horse")
		x.Click("#delete-sure")
		x.Click("#delete button")
		x.Wait("Problem: Your profile")
		x.Look("33-not-deleted")
		x.Typed("#delete-password", "correct horse")
		x.Click("#delete-sure")
		x.Click("#delete button")
		x.Wait("Your account was deleted")
		x.Look("34-deleted")
	}
}

// visit opens pages and looks at each.
func (b *tab) visit(paths ...string) {
	for _, path := range paths {
		b.Open(path)
		b.Until("document.readyState === 'complete'")
		path, _, _ = strings.Cut(path, "?")
		b.Look("25" + strings.ReplaceAll(path, "/", "-"))
	}
}
