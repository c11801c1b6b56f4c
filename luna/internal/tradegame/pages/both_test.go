package pages_test

import (
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/trade"
)

// TestBrowserBothGames looks at the pages that lead to both games of a site.
func TestBrowserBothGames(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	l := openLive(t, trade.Settings{}, nil)
	for _, width := range []int64{360, 1280} {
		b := newTab(t, browser, l.URL, "Ann", width, 740)
		b.Open("/")
		b.Wait("Luna Game and Turing Trade")
		b.Look("01-landing-both")
		for path, name := range map[string]string{
			"/rules": "02-rules-both", "/about": "03-about-both", "/privacy": "04-privacy-both",
			"/consent": "05-consent-both",
		} {
			b.Open(path)
			b.Until("document.readyState === 'complete' && " +
				"document.querySelector('main').textContent.includes('Turing Trade')")
			b.Look(name)
		}
		b.Open("/")
		b.Click("main a[href='/trade']")
		b.Wait("Turing Trade")
		b.play(nil)
		b.Look("06-lobby-both")
		if b.Text("String(document.querySelector('header').offsetHeight < 100)") != "true" {
			t.Errorf("%d wide, the header takes more than two lines", width)
		}
		b.Click("header a[href='/trade/rules']")
		b.Wait("The rules of Turing Trade")
		b.Click("header a[href='/play']")
		b.Wait("Your games")
		b.Open("/")
		b.Look("07-landing-both-player")
	}
}
