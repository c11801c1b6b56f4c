package contest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
)

// TestPagesInABrowser looks at the pages that a contest leaves.
func TestPagesInABrowser(t *testing.T) {
	t.Parallel()
	browser := pagetest.Start(t)
	for _, rules := range []string{"2010", "2004"} {
		setup := scripts(rules, repeated(5, "eliza", "simple", "aiml",
			"fixed:haha, I guess so",
			"gibberish")...)
		setup = strings.Replace(setup, `name = "Entry 1"`,
			"name = \"A program with a long name that goes on and on\"\nauthor = \"Somebody Else\"",
			1)
		setup = strings.Replace(setup, "script:random", "script:never", 1)
		setup = strings.Replace(setup, "seed = 3", "seed = 3\nmissing = \"void\"", 1)
		dir := folder(t, setup)
		results(t, dir, Options{})
		for _, name := range []string{"results.html", "certificate.html",
			"rounds/1/J1/transcript.html"} {
			base := strings.TrimSuffix(filepath.Base(name), ".html")
			browser.Each(t, pagetest.File(filepath.Join(dir, name)), "contest-"+rules+"-"+base, nil)
		}
	}
}

// notShort looks over a page that may have few words.
var notShort = "(" + strings.TrimSuffix(strings.TrimSpace(pagetest.PageScript), ";") +
	").filter((s) => !/^only \\d texts$/.test(s))"

const box = "document.querySelector('textarea')"

// person opens the page of somebody who takes part.
func person(t *testing.T, browser context.Context, v *visitor, name string, w int64) *pagetest.Tab {
	t.Helper()
	b := pagetest.NewTab(t, browser, pagetest.TabOptions{Base: v.base, Name: name, Width: w,
		Height: 740, Script: notShort, Dir: os.Getenv(pagetest.ShotsEnv)})
	b.Open("/" + v.secret + "/")
	return b
}

func bodyShows(text string) string {
	return fmt.Sprintf("document.body.innerText.includes(%q)", text)
}

// TestContestInABrowser plays a round of a contest as a judge and a confederate do, each at a page,
// from waiting for the other one to the end.
func TestContestInABrowser(t *testing.T) {
	suite.Slow(t, "takes half a minute")
	t.Parallel()
	browser := pagetest.Launch(t)
	dir := folder(t, described("rules = \"2010\"\nseed = 4\n[clock]\nminutes = 0.5\nbreak = 5\nearly = true",
		"entry|Echo|fixed:I see.", "confederate|Ann|person", "judge|Bob|person"))
	h := hold(t.Context(), dir, Options{})
	people := h.visitors(t)
	o := organiserOf(t, &h.notes)
	desk := o.tab(browser, 1280)
	desk.Until(statusShows("Before the rounds"))
	desk.Enter()
	desk.Until(statusShows("round 1 of 1: waiting for people"))
	suite.Equal(t, "fields on the control page", desk.Enter(), 8)
	judge := person(t, browser, people[0], "judge", 390)
	judge.Until(bodyShows("Please wait"))
	judge.Until(bodyShows("is recorded and will be published"))
	judge.Look("90-contest-wait")
	human := person(t, browser, people[1], "confederate", 1280)
	judge.Until("document.querySelectorAll('textarea').length === 2 && !" + box + ".readOnly")
	judge.Until(bodyShows("You begin."))
	judge.Look("91-contest-begin")
	human.Until("!!" + box)
	human.Until(bodyShows("You can type after"))
	human.Look("92-contest-confederate-begin")
	for _, side := range []string{"left", "right"} {
		judge.Click("[data-side=" + side + "] textarea")
		judge.Keys("Hello, how are you?\r")
	}
	human.Until(bodyShows("how are you?"))
	human.Until("!" + box + ".readOnly")
	human.Click("textarea")
	human.Keys("fine, and yourself?\r")
	judge.Until(bodyShows("fine, and yourself?"))
	judge.Look("93-contest-talk")
	human.Look("94-contest-confederate-talk")
	o.steers(desk, judge, human, browser)
	judge.Until("!document.getElementById('ballot').disabled")
	suite.Equal(t, "fields of the form", judge.Enter(), 2)
	judge.Click("[name=human][value=left]")
	judge.Look("95-contest-vote")
	wide := person(t, browser, people[0], "judge", 1280)
	wide.Until("!document.getElementById('ballot').disabled")
	wide.Look("95-contest-vote")
	human.Until(bodyShows("Round 1 of 1 is over."))
	human.Look("96-contest-confederate-over")
	o.done("action", "pause") // else ranks are asked for at once
	judge.Click("#verdict [type=submit]")
	judge.Until("!document.getElementById('yes').disabled")
	judge.Click("#yes")
	judge.Until(bodyShows("Thank you"))
	judge.Click("a[href^='/verdicts/']")
	judge.Until(bodyShows("Final Four, round 1"))
	suite.Equal(t, "fields of the form", judge.Enter(), 2)
	judge.Click("[name=human][value=right]")
	judge.Click("form button")
	judge.Until(bodyShows("Your correction is noted."))
	judge.Look("98-contest-corrected")
	judge.Click("main > section > p:last-child a")
	o.done("action", "go")
	judge.Until("!!document.querySelector('a.button')")
	judge.Until("!document.querySelector('a[href^=\"/verdicts/\"]')")
	judge.Look("98-contest-form-asked")
	judge.Click("a.button")
	judge.Until("document.querySelectorAll('form p input').length === 2")
	judge.Until(bodyShows("fine, and yourself?"))
	suite.Equal(t, "fields of the form", judge.Enter(), 2)
	judge.Typed("#f1", "1")
	judge.Typed("#f2", "1")
	judge.Look("99-contest-form")
	wide.Open("/form/" + people[0].secret)
	wide.Until(bodyShows("fine, and yourself?"))
	wide.Look("99-contest-form")
	judge.Click("form button")
	judge.Until(bodyShows("each rank is needed once"))
	judge.Look("99-contest-form-wrong")
	judge.Text("document.querySelector('#f2').value = ''")
	judge.Typed("#f2", "2")
	judge.Click("form button")
	judge.Until(bodyShows("Thank you"))
	h.results(t)
	for _, x := range []struct{ file, want string }{
		{"ballots.csv", "J1,E1,C1,"}, {"ranks.csv", "J1,E1,"}, {"results.html", "Bob"},
		{"rounds/1/J1/transcript.html", "fine, and yourself?"},
	} {
		if text := read(t, dir, x.file); !strings.Contains(text, x.want) {
			t.Errorf("%s lacks %q:\n%s", x.file, x.want, text)
		}
	}
}

// tab opens the control page.
func (o *organiser) tab(browser context.Context, w int64) *pagetest.Tab {
	b := pagetest.NewTab(o.t, browser, pagetest.TabOptions{Base: o.base, Name: "organiser", Width: w,
		Height: 800, Script: notShort, Dir: os.Getenv(pagetest.ShotsEnv)})
	b.Keep = func(string) bool { return true }
	b.Open("/control/" + o.secret)
	return b
}

// statusShows tells that the part of the control page that renews itself has a text.
func statusShows(text string) string {
	return fmt.Sprintf("document.querySelector('iframe').contentDocument?.body?.innerText.includes(%q)", text)
}

// press is the button of an action on the control page.
func press(action string) string { return "form:has([value=" + action + "]) button" }

// steers pauses a conversation, types a reason while the page renews itself, and lets it go on. The
// people are told.
func (o *organiser) steers(desk, judge, human *pagetest.Tab, browser context.Context) {
	reason := "form:has([value=pause]) [name=reason]"
	desk.Typed(reason, "a lamp fe")
	renewed := "document.querySelector('iframe').contentWindow.old !== true"
	desk.Text("(document.querySelector('iframe').contentWindow.old = true, '')")
	desk.Until(renewed) // what was typed is still there
	desk.Keys("ll over\r")
	desk.Until(bodyShows("Final Four, round 1: the organiser paused the clock") + " && " +
		bodyShows("(a lamp fell over)"))
	for _, b := range []*pagetest.Tab{judge, human} {
		b.Until(bodyShows("The organiser has paused the round. The clock stands still.") + " && " + box +
			".readOnly")
	}
	clock := judge.Text("document.getElementById('clock').innerText")
	judge.Look("93-contest-paused")
	desk.Click(press("pause"))
	desk.Until(bodyShows("The clock stands still already."))
	desk.Until(statusShows("paused"))
	desk.Look("89-contest-control")
	for _, w := range []int64{1280, 390} {
		b := o.tab(browser, w)
		b.Until(statusShows("paused"))
		b.Look("89-contest-control")
		if w == 1280 {
			pagetest.Picture(o.t, "../../../../docs/images/control_page.png", 1280, 920,
				b.Shots["89-contest-control-1280-light.png"])
		}
		b.Click(press("end"))
		b.Until(bodyShows("End the conversations?"))
		b.Look("89-contest-control-confirm")
		b.Open("/control/" + o.secret + "/status")
		b.Look("89-contest-status")
	}
	suite.Equal(o.t, "the judge's clock after a pause", judge.Text("document.getElementById('clock').innerText"), clock)
	desk.Typed("[name=minutes]", "0.1")
	desk.Keys("\r")
	desk.Until(bodyShows("the organiser extended the time by 0.1 minutes"))
	desk.Click(press("go"))
	desk.Until(bodyShows("the organiser let the clock go on"))
	for _, b := range []*pagetest.Tab{judge, human} {
		b.Until("!document.getElementById('news').innerText.includes('paused') && !" + box + ".readOnly")
	}
}

// TestStudyInABrowser holds a study with one witness at a time, in which two people agree to take
// part and talk; the judge gives verdicts with confidence and reason, and corrects one.
func TestStudyInABrowser(t *testing.T) {
	suite.Slow(t, "takes a minute")
	t.Parallel()
	browser := pagetest.Launch(t)
	dir := folder(t, described("rules = \"two-party\"\nseed = 4\nconsent = \"consent.txt\"\n"+
		"[clock]\nminutes = 0.15\nbreak = 5\nearly = true",
		"entry|Echo|fixed:I see.", "confederate|Ann|person", "judge|Bob|person"))
	write(t, dir, "consent.txt", "You talk to somebody.\n\nIt is published.")
	h := hold(t.Context(), dir, Options{})
	people, o := h.visitors(t), organiserOf(t, &h.notes)
	bob := person(t, browser, people[0], "judge", 390)
	ann := person(t, browser, people[1], "confederate", 1280)
	for _, b := range []*pagetest.Tab{bob, ann} {
		b.Until("!!document.querySelector('a.button')")
		b.Look("90-study-begin")
		b.Click("a.button")
		b.Until(bodyShows("It is published."))
		b.Look("91-study-consent")
		b.Click("form button")
	}
	verdict := func(b *pagetest.Tab, round string) {
		b.Until("document.querySelectorAll('.pane textarea:not([readonly])').length === 1")
		b.Look("92-study-round-" + round)
		b.Click(".pane textarea")
		b.Keys("Hello\r")
		b.Until(bodyShows("Hello"))
		b.Until("!!document.getElementById('ballot') && !document.getElementById('ballot').disabled")
		if round == "1" {
			suite.Equal(t, "fields of the verdict beside the reason", b.Enter(), 3)
		} else {
			o.done("action", "pause") // else the contest ends with the verdict
		}
		b.Click("[name=is][value=machine]")
		b.Click("#verdict [type=submit]")
		b.Until("document.getElementById('wrong').textContent.includes('how sure')")
		b.Typed("[name=confidence]", "80")
		b.Typed("[name=reason]", "It saw too much.")
		b.Look("93-study-verdict-" + round)
		b.Click("#verdict [type=submit]")
		b.Until("!document.getElementById('yes').disabled")
		b.Look("94-study-confirm-" + round)
		b.Click("#yes")
	}
	verdict(bob, "1")
	verdict(bob, "2")
	bob.Click("a[href^='/verdicts/']")
	bob.Until(bodyShows("Study, round 2"))
	bob.Look("95-study-correct")
	bob.Click("[name=is][value=human]")
	bob.Click("form button")
	bob.Until(bodyShows("Your correction is noted."))
	o.done("action", "go")
	x := h.results(t)
	for _, c := range x.Comparisons {
		want, note, why := "machine", "", "It saw too much."
		if c.Round == 1 {
			want, note = "human", byJudge
		}
		if c.Judged != want || c.Corrected != note || c.Confidence == nil || *c.Confidence != 80 ||
			c.Reason != why {
			t.Errorf("found %+v", c)
		}
	}
	if len(x.Comparisons) != 2 || x.Synthetic != "" {
		t.Errorf("found %d conversations, and synthetic %q", len(x.Comparisons), x.Synthetic)
	}
	if said := read(t, dir, "journal.jsonl"); strings.Count(said, `"event":"consent"`) != 2 {
		t.Errorf("the journal does not have two consents:\n%s", said)
	}
}
