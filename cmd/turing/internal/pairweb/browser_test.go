package pairweb_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/pairweb"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/turing/lpp"
)

func (s *stage) tab(browser context.Context, width, height int64) *pagetest.Tab {
	s.t.Helper()
	return pagetest.NewTab(s.t, browser, pagetest.TabOptions{
		Base: s.http.URL, Name: "judge", Width: width, Height: height,
		Script: notShort, Dir: os.Getenv(pagetest.ShotsEnv),
	})
}

// notShort allows pages with few words.
var notShort = "(" + strings.TrimSuffix(strings.TrimSpace(pagetest.PageScript), ";") +
	").filter((s) => !/^only \\d texts$/.test(s))"

const (
	leftBox   = "[data-side=left] textarea"
	rightBox  = "[data-side=right] textarea"
	leftTalk  = "[data-side=left] .talk"
	rightTalk = "[data-side=right] .talk"
)

// ballotOpen tells that the form for the verdict is open.
const ballotOpen = "!document.getElementById('ballot').disabled"

// text is the JavaScript for the text of an element.
func text(css string) string { return fmt.Sprintf("document.querySelector(%q).innerText", css) }

func shows(css, words string) string { return fmt.Sprintf("%s.includes(%q)", text(css), words) }

func value(css string) string { return fmt.Sprintf("document.querySelector(%q).value", css) }

// talk is a conversation to be looked at.
func (s *stage) talk(b *pagetest.Tab) {
	s.t.Helper()
	b.Click(leftBox)
	b.Keys("Hello! What do you see when you look out of the window?\r")
	b.Until(shows(leftTalk, "out of the window?") + " && !document.querySelector('.unsent li')")
	s.left.Comes(lpp.Other, "Hi. Rain, mostly. And my neibour\b\b\b\bghbour, who walks a very small dog.\n")
	b.Click(rightBox)
	b.Keys("Good morning. How did you come here today?\r")
	b.Until(shows(rightTalk, "come here today?") + " && !document.querySelector('.unsent li')")
	s.right.Comes(lpp.Other, "by tram, line 4. it was late as always\n")
	s.right.Comes(lpp.Other, "and you?\n")
	b.Keys("On foot. What is 17 times 23?\r")
	b.Click(leftBox)
	b.Keys("What is the dog called?\r")
	s.left.Comes(lpp.Other, "No idea. He calls it something like Bis")
	s.right.Comes(lpp.Other, "give me a sec")
	b.Keys("A biscuit?")
	b.Until(shows(leftTalk, "something like Bis"))
	b.Until(shows(rightTalk, "give me a sec"))
}

func TestBrowserLooks(t *testing.T) {
	browser := pagetest.Launch(t)
	shots := make(map[string][]byte)
	for _, width := range []int64{360, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			height := map[int64]int64{360: 740, 1280: 720}[width]
			s := newStage(t)
			b := s.tab(browser, width, height)
			b.Keep = func(string) bool { return true }
			b.Open(s.seat.Path())
			b.Wait("Please wait")
			b.Look("80-judge-wait")
			labels := pairweb.Labels{Title: "Judge J1, round 2"}
			x := s.play(session.Options{Here: lpp.Judge, Question: session.Points,
				Clock: session.NewClock(25 * time.Minute)}, labels)
			b.Wait("Judge J1, round 2")
			b.Until(shows("#news", "You begin"))
			b.Look("81-judge-begin")
			s.talk(b)
			b.Keys("é")
			b.Until(shows("[data-side=left] .hint", "There is no key for “é”"))
			b.Until(value(leftBox) + " === 'A biscuit?'")
			b.Look("82-judge-talk")
			x.Stop()
			b.Until(shows("#news", "The time is over"))
			b.Keys("I was born in 85\r") // the end of what the judge was typing is no verdict
			b.Until(ballotOpen)
			suite.Equal(t, "what was typed to somebody went to the points", b.Text("document.querySelector('[name=left]').value + "+text("#wrong")), "")
			b.Typed("[name=left]", "50")
			b.Click("#verdict [type=submit]")
			b.Until(shows("#wrong", "no ties"))
			b.Look("83-judge-points")
			suite.Equal(t, "fields for points", b.Enter(), 2)
			x2 := s.play(session.Options{Here: lpp.Judge, Question: session.Choice}, labels)
			b.Until(shows("#news", "You begin."))
			b.Until("!!document.querySelector('[name=human]')")
			b.Until("!document.querySelector('textarea').readOnly")
			s.talk(b)
			x2.Stop()
			b.Until("!document.getElementById('verdict').hidden")
			for range 8 { // however long it goes on
				b.Keys(" \t \r")
				time.Sleep(250 * time.Millisecond)
			}
			if got := b.Text("String(!!document.querySelector('[name=human]:checked')) + " +
				text("#wrong")); got != "false" {
				t.Errorf("what was typed to somebody went to the verdict: %s", got)
			}
			b.Until(ballotOpen)
			b.Click("#verdict [type=submit]")
			b.Until(shows("#wrong", "Choose one of the two"))
			b.Click("[name=human][value=left]")
			b.Look("84-judge-choice")
			b.Click("#verdict [type=submit]")
			b.Keys("\r\r ")
			b.Until(shows("#chosen", "The human is at the left."))
			b.Look("84-judge-confirm")
			b.Click("#no")
			b.Click("[name=human][value=right]")
			b.Click("#verdict [type=submit]")
			b.Until("!document.getElementById('yes').disabled")
			if given := x2.State().Verdict != nil; given {
				t.Error("the first choice was taken for the verdict before it was confirmed")
			}
			b.Click("#yes")
			b.Until(shows("#news", "the human is at the right"))
			b.Look("85-judge-done")
			s.play(session.Options{Here: lpp.Other, Clock: session.NewClock(25 * time.Minute)},
				pairweb.Labels{Title: "Confederate C3, round 2", There: "Judge"})
			b.Wait("Confederate C3, round 2")
			b.Until(shows("#news", "The judge begins"))
			b.Look("86-confederate-wait")
			s.left.Comes(lpp.Judge, "Good morning. How did you come here today?\n")
			b.Until("!document.querySelector('textarea').readOnly")
			b.Keys("by tram, line 4. it was late\r")
			s.left.Comes(lpp.Judge, "On foot. What is 17 ti")
			b.Keys("and yo")
			b.Until(shows(leftTalk, "17 ti"))
			b.Look("87-confederate")
			b.Open("/nobody/")
			b.Wait("Unknown address")
			b.Look("88-unknown")
			b.SameOrigin()
			for name, png := range b.Shots {
				shots[name] = png
			}
		})
	}
	pagetest.Picture(t, "../../../../docs/images/judge_pages.png", 360, 740,
		shots["82-judge-talk-360-light.png"], shots["84-judge-choice-360-light.png"],
		shots["87-confederate-360-dark.png"])
	pagetest.Picture(t, "../../../../docs/images/judge_page.png", 1280, 720,
		shots["82-judge-talk-1280-light.png"])
}

// judgeInABrowser opens the page of a judge.
func judgeInABrowser(t *testing.T) (*stage, *session.Session, *pagetest.Tab) {
	s := newStage(t)
	s.browser = pagetest.Launch(t)
	x := s.play(session.Options{Here: lpp.Judge}, pairweb.Labels{Title: "Judge"})
	b := s.tab(s.browser, 1280, 720)
	b.Open(s.seat.Path())
	b.Wait("Judge")
	b.Until("!document.querySelector('textarea').readOnly")
	return s, x, b
}

func TestBrowserTypes(t *testing.T) {
	s, x, b := judgeInABrowser(t)
	b.Until("document.activeElement.matches(\"" + strings.ReplaceAll(leftBox, `"`, "") + "\")")
	// Keys arrive one by one, corrections as BackSpaces.
	b.Keys("Helo")
	s.left.Wait(t, "Helo")
	b.Keys("\blo!")
	s.left.Wait(t, "Helo\blo!")
	// A correction in the middle, as by a spelling aid.
	b.Text(`(() => { const e = document.activeElement; e.value = "Hallo!"; e.dispatchEvent(new InputEvent("input")); return ""; })()`)
	s.left.Wait(t, "Helo\blo!\b\b\b\b\ballo!")
	b.Keys("\r")
	s.left.Wait(t, "Helo\blo!\b\b\b\b\ballo!\n")
	b.Until(value(leftBox) + " === ''")
	b.Until(shows(leftTalk, "You Hallo!"))
	// Tab goes to the other side; a paste, typographic signs, and what has no key.
	b.Keys("\t")
	b.Insert("“It’s” — fine…\nné 猫")
	want := "\"It's\" - fine...\nn "
	s.right.Wait(t, want)
	b.Until(shows("[data-side=right] .hint", "“é”"))
	b.Until(value(rightBox) + " === 'n '")
	// An input method: letters are sent as they are composed, other characters when it has decided.
	compose := func(kind, data, whole string) {
		b.Text(fmt.Sprintf(`(() => { const e = document.activeElement; e.value = %q;
			e.dispatchEvent(%q === "input" ? new InputEvent("input", { isComposing: true, data: %q }) :
				new CompositionEvent(%[2]q, { data: %[3]q })); return ""; })()`, whole, kind, data))
	}
	compose("compositionstart", "", "n ")
	compose("input", "o", "n o")
	compose("input", "ok", "n ok")
	s.right.Wait(t, want+"ok")
	compose("compositionend", "ok", "n ok")
	compose("compositionstart", "", "n ok")
	compose("input", "ね", "n okね")
	time.Sleep(100 * time.Millisecond)
	suite.Equal(t, "while it is composed, the field has", b.Text(value(rightBox)), "n okね")
	compose("compositionend", "no", "n okno")
	s.right.Wait(t, want+"okno")
	// Telephones: no keydown, but a line break as input.
	b.Text(`(() => { document.activeElement.dispatchEvent(new InputEvent("beforeinput", { inputType: "insertLineBreak", cancelable: true })); return ""; })()`)
	s.right.Wait(t, want+"okno\n")
	// What was typed is there again after a reload, and typing goes on.
	b.Keys("half a li")
	s.right.Wait(t, want+"okno\nhalf a li")
	s.right.Comes(lpp.Other, "yes?\nI am")
	b.Until(shows(rightTalk, "I am"))
	all := "[...document.querySelectorAll('.talk')].map((e) => e.innerText).join('|')"
	before := b.Text(all)
	b.Text("(window.old = true, '')")
	b.Open(s.seat.Path())
	b.Until("!window.old && " + value(rightBox) + " === 'half a li'")
	b.Until(all + " === " + quoted(before))
	b.Click(rightBox)
	b.Keys("\b\bword")
	s.right.Wait(t, want+"okno\nhalf a li\b\bword")
	// Screen readers hear whole lines of others, and nothing from before the reload.
	b.Until("document.getElementById('said').innerText.trim() === ''")
	s.right.Comes(lpp.Other, " here\n")
	b.Until("document.getElementById('said').innerText.trim() === 'Right: I am here'")
	// A second window shows the same and types, too.
	c := s.tab(s.browser, 360, 740)
	c.Open(s.seat.Path())
	c.Until(value(rightBox) + " === 'half a word'")
	c.Click(rightBox)
	c.Keys("?")
	s.right.Wait(t, want+"okno\nhalf a li\b\bword?")
	b.Until(value(rightBox) + " === 'half a word?'")
	// The end refuses keys.
	x.Stop()
	b.Until(shows("#news", "The time is over"))
	b.Keys("late")
	b.Until(value(rightBox) + " === 'half a word?'")
	if keys, _ := x.Since(0); keys[len(keys)-1].Key != '?' {
		t.Errorf("a key was taken after the end: %q", keys[len(keys)-1].Key)
	}
}

func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestBrowserNetwork types and listens while connections are cut and answers are lost: each key
// counts once, in order.
func TestBrowserNetwork(t *testing.T) {
	s, _, b := judgeInABrowser(t)
	// Some answers get lost after the server has acted, some requests before.
	b.Text(`(() => { const real = window.fetch; let n = 0; window.fetch = async (...a) => {
		const k = ++n % 3;
		if (k === 1) throw new TypeError("lost");
		const answer = await real(...a);
		if (k === 2) throw new TypeError("lost");
		return answer; }; return ""; })()`)
	r := rand.New(rand.NewPCG(17, 1))
	var said, heard strings.Builder
	b.Click(leftBox)
	for i := range 20 {
		part := fmt.Sprintf("w%d\b%d ", i, r.IntN(10))
		said.WriteString(part)
		b.Keys(part)
		answer := fmt.Sprintf("a%d.", i)
		heard.WriteString(answer)
		s.left.Comes(lpp.Other, answer)
		if i%4 == 3 {
			s.http.CloseClientConnections()
		}
	}
	s.left.Wait(t, said.String())
	b.Until(shows(leftTalk, heard.String()))
	var open string
	for _, c := range said.String() {
		if c == '\b' {
			open = open[:len(open)-1]
		} else {
			open += string(c)
		}
	}
	b.Until(value(leftBox) + " === " + quoted(open))
	b.Keys("\r")
	b.Until(shows(leftTalk, open[:len(open)-1]))
	b.Until("document.querySelectorAll('.unsent li').length === 0")
}

// TestBrowserEdits compares what the page shows of random keys with lpp.Screen.
func TestBrowserEdits(t *testing.T) {
	s, _, b := judgeInABrowser(t)
	r := rand.New(rand.NewPCG(17, 2))
	var screen lpp.Screen
	for range 40 {
		var part strings.Builder
		for range 50 {
			c := "abc \t\b\b\n\n"[r.IntN(9)]
			part.WriteByte(c)
			screen.Apply(lpp.Key(c))
		}
		s.left.Comes(lpp.Other, part.String())
	}
	s.left.Comes(lpp.Other, "end\n")
	var lines []string
	for _, l := range screen.Lines() {
		lines = append(lines, "Left "+l)
	}
	lines[len(lines)-1] += "end"
	b.Until(shows(leftTalk, "end"))
	got := b.Text("[...document.querySelectorAll('.lines li')].map((e) => e.textContent).join('\\n')")
	if want := strings.Join(lines, "\n"); got != want {
		t.Errorf("the page shows\n%q\nexpected\n%q", got, want)
	}
}

// TestBrowserFlood has an entity press thousands of keys a second. The judge can still type.
func TestBrowserFlood(t *testing.T) {
	s, _, b := judgeInABrowser(t)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				s.left.Comes(lpp.Other, strings.Repeat("lorem ipsum ", 8)+"\n")
				time.Sleep(10 * time.Millisecond)
			}
		}
	}()
	b.Click(rightBox)
	begun := time.Now()
	b.Keys("Are you there?")
	s.right.Wait(t, "Are you there?")
	b.Until(value(rightBox) + " === 'Are you there?'")
	t.Logf("typing 14 keys while 10,000 keys a second arrive took %v", time.Since(begun))
	close(stop)
	<-stopped
	s.left.Comes(lpp.Other, "the end")
	b.Until(shows(leftTalk, "the end"))
}

func TestBrowserIsNotAttacked(t *testing.T) {
	s := newStage(t)
	x := s.play(session.Options{Here: lpp.Judge, Question: session.Choice}, pairweb.Labels{Title: "Judge"})
	suite.OK(t, x.Type(keylog.Left, 'a'))
	x.Stop()
	// Even a page that knows the token can do nothing.
	pagetest.Attack(t, s.server, nil,
		pagetest.Ask{Method: "GET", Path: s.seat.Path()},
		pagetest.Ask{Method: "GET", Path: s.seat.Path() + "events?after=x.0"},
		pagetest.Ask{Method: "POST", Path: s.seat.Path() + "keys", Type: "text/plain", Body: `{"client":1}`},
		pagetest.Ask{Method: "POST", Path: s.seat.Path() + "verdict", Type: "application/json",
			Body: `{"human":"left"}`},
	).Check(t)
	if x.State().Verdict != nil {
		t.Error("another site gave the verdict")
	}
}
