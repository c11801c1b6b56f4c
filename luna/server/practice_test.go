package server_test

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/server"
)

// alone opens a fresh server, which nobody else uses, and a window at its start page.
func alone(t *testing.T, width int64) (*pagetest.Tab, string) {
	t.Helper()
	db := filepath.Join(t.TempDir(), "luna.db")
	s := suite.Must(server.Open(t.Context(), server.Options{DB: db}))(t)
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	b := pagetest.NewTab(t, pagetest.Launch(t), pagetest.TabOptions{
		Base: h.URL, Name: "Ann", Width: width, Height: 740, Script: pagetest.SiteScript,
		Dir: os.Getenv("LUNA_SCREENSHOTS"),
	})
	b.Open("/")
	b.Wait("Luna Game and Turing Trade")
	return b, db
}

// TestBrowserPracticeLuna plays a whole Luna Game alone, by keyboard on the desktop.
func TestBrowserPracticeLuna(t *testing.T) {
	for _, width := range []int64{360, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			b, db := alone(t, width)
			press := b.Click
			if width > 360 {
				press = func(css string) { t.Helper(); b.Press(css, "\r") }
			}
			begun := time.Now()
			b.Look("80-landing")
			press("form[action='/practice'] button")
			b.Wait("Practice: ask")
			b.Look("81-practice-ask")
			for i := range 5 {
				b.Typed(fmt.Sprintf("#q%d", i+1), fmt.Sprintf("What do you think of the number %d?", i))
			}
			press("#texts .actions button")
			b.Wait("Practice: respond")
			b.Look("82-practice-respond")
			for i := range 5 {
				b.Typed(fmt.Sprintf("#r%d", i+1), "I would have to think about it.")
			}
			press("#texts .actions button")
			b.Wait("Practice: guess")
			b.Look("83-practice-guess")
			if n := b.Text("String(document.querySelectorAll('.text.theirs').length)"); n != "5" {
				t.Errorf("the machine gave %s responses", n)
			}
			b.Typed("#guess", "35")
			b.Typed("#s1", "20")
			press("#send")
			b.Wait("Practice is over")
			b.Look("84-practice-over")
			text := b.Text("document.querySelector('main').innerText")
			for _, want := range []string{"You guessed 35", "Nobody has rated", "no rating has changed",
				"which you scored 20"} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing: %s", want, text)
				}
			}
			if d := time.Since(begun); d > time.Minute {
				t.Errorf("it took %v", d)
			}
			leavesNothing(t, db)
		})
	}
}

// TestBrowserPracticeTrade plays a whole game of Turing Trade alone.
func TestBrowserPracticeTrade(t *testing.T) {
	for _, width := range []int64{360, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			b, db := alone(t, width)
			begun := time.Now()
			b.Click("form[action='/trade/practice'] button")
			b.Wait("Practice: person or computer?")
			b.Look("85-practice-trade")
			b.Typed("#text", "What did you have for breakfast?")
			b.Keys("\r\x1b")
			b.Until("document.querySelectorAll('#talk .back .words').length >= 1")
			b.Keys("hhh")
			b.Until("document.getElementById('held').textContent === '3 human'")
			b.Look("86-practice-trade-bets")
			b.Click("#done-button")
			b.Until("document.title.startsWith('The target ')")
			b.Until("document.body.dataset.state === undefined")
			b.Look("87-practice-trade-end")
			text := b.Text("document.querySelector('main').innerText")
			for _, want := range []string{"counts for nothing", "a program", "The target was "} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing: %s", want, text)
				}
			}
			if d := time.Since(begun); d > time.Minute {
				t.Errorf("it took %v", d)
			}
			leavesNothing(t, db)
		})
	}
}

// leavesNothing checks that practice has left no player and no game in a database.
func leavesNothing(t *testing.T, db string) {
	t.Helper()
	if list, err := server.Players(t.Context(), db, server.PlayerSearch{}); err != nil || len(list) > 0 {
		t.Errorf("found players %v, error %v", list, err)
	}
	for _, name := range []string{db, db + "-wal"} {
		content, err := os.ReadFile(name)
		if err == nil && (bytes.Contains(content, []byte("breakfast")) ||
			bytes.Contains(content, []byte("of the number"))) {
			t.Errorf("%s has texts of practice", name)
		}
	}
}
