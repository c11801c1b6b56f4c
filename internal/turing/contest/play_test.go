package contest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
)

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
	setup := "name = \"An evening\"\nrules = \"2010\"\nseed = 4\n[clock]\nminutes = 0.4\n" +
		"break = 5\nearly = true\n[[entry]]\nname = \"Echo\"\nby = \"fixed:I see.\"\n" +
		"[[confederate]]\nname = \"Ann\"\nby = \"person\"\n" +
		"[[judge]]\nname = \"Bob\"\nby = \"person\"\n"
	dir := describe(t, setup)
	var notes told
	done := make(chan error, 1)
	go func() {
		_, err := Run(t.Context(), dir, Options{Progress: &notes})
		done <- err
	}()
	people := make(map[bool]*visitor)
	for len(people) < 2 {
		time.Sleep(10 * time.Millisecond)
		for _, a := range addresses.FindAllStringSubmatch(notes.String(), -1) {
			judge := a[2][0] == 'J'
			people[judge] = &visitor{t: t, base: a[3], secret: a[4], judge: judge}
		}
	}
	judge := person(t, browser, people[true], "judge", 360)
	judge.Until(bodyShows("Please wait"))
	judge.Look("90-contest-wait")
	human := person(t, browser, people[false], "confederate", 1280)
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
	judge.Until("!document.getElementById('ballot').disabled")
	if n := judge.Enter(); n != 2 {
		t.Errorf("found %d fields for the verdict, expected left and right", n)
	}
	judge.Click("[name=human][value=left]")
	judge.Look("95-contest-vote")
	human.Until(bodyShows("Round 1 of 1 is over."))
	human.Look("96-contest-confederate-over")
	judge.Click("#verdict [type=submit]")
	judge.Until("!document.getElementById('yes').disabled")
	judge.Click("#yes")
	judge.Until(bodyShows("Thank you") + " || !!document.querySelector('a.button')")
	judge.Look("97-contest-voted") // the contest may be quicker and ask for the form at once
	judge.Until("!!document.querySelector('a.button')")
	judge.Look("98-contest-form-asked")
	judge.Click("a[href^='/verdicts/']")
	judge.Until(bodyShows("Final Four, round 1"))
	if n := judge.Enter(); n != 2 {
		t.Errorf("found %d fields for a correction, expected left and right", n)
	}
	judge.Click("[name=human][value=right]")
	judge.Click("form button")
	judge.Until(bodyShows("Your correction is noted."))
	judge.Look("98-contest-corrected")
	judge.Click("main > section > p:last-child a")
	judge.Until("!!document.querySelector('a.button')")
	judge.Click("a.button")
	judge.Until("document.querySelectorAll('input').length === 2")
	if n := judge.Enter(); n != 2 {
		t.Errorf("found %d fields for ranks, expected two", n)
	}
	judge.Typed("#f1", "1")
	judge.Typed("#f2", "1")
	judge.Look("99-contest-form")
	judge.Click("form button")
	judge.Until(bodyShows("each rank is needed once"))
	judge.Look("99-contest-form-wrong")
	judge.Text("document.querySelector('#f2').value = ''")
	judge.Typed("#f2", "2")
	judge.Click("form button")
	judge.Until(bodyShows("Thank you"))
	if err := <-done; err != nil {
		t.Fatalf("%v\n%s", err, notes.String())
	}
	for _, x := range []struct{ file, want string }{
		{"ballots.csv", "J1,E1,C1,"}, {"ranks.csv", "J1,E1,"}, {"results.html", "Bob"},
		{"rounds/1/J1/transcript.html", "fine, and yourself?"},
	} {
		if text := read(t, dir, x.file); !strings.Contains(text, x.want) {
			t.Errorf("%s lacks %q:\n%s", x.file, x.want, text)
		}
	}
}
