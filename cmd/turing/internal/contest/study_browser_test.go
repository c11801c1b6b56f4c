package contest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
)

// TestStudyInABrowser holds a study with one witness at a time, in which two people agree to take part,
// talk, give verdicts with confidence and reason, and change places.
func TestStudyInABrowser(t *testing.T) {
	suite.Slow(t, "takes a minute")
	t.Parallel()
	browser := pagetest.Launch(t)
	dir := describe(t, "name = \"An evening\"\nrules = \"two-party\"\nseed = 4\nconsent = \"consent.txt\"\n"+
		"[design]\nswap = true\n[clock]\nminutes = 0.15\nbreak = 5\nearly = true\n"+
		"[[entry]]\nname = \"Echo\"\nby = \"fixed:I see.\"\n[[confederate]]\nname = \"Ann\"\nby = \"person\"\n"+
		"[[judge]]\nname = \"Bob\"\nby = \"person\"\n")
	if err := os.WriteFile(filepath.Join(dir, "consent.txt"), []byte("You talk to somebody.\n\nIt is published."),
		0o666); err != nil {
		t.Fatal(err)
	}
	var notes told
	done := make(chan error, 1)
	var x *Results
	go func() {
		var err error
		x, err = Run(t.Context(), dir, Options{Progress: &notes})
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
	bob := person(t, browser, people[true], "judge", 390)
	ann := person(t, browser, people[false], "confederate", 1280)
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
			if n := b.Enter(); n != 3 {
				t.Errorf("found %d fields for the verdict, expected three beside the reason", n)
			}
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
	verdict(ann, "3")
	bob.Click("a[href^='/verdicts/']")
	bob.Until(bodyShows("Study, round 2"))
	bob.Look("95-study-correct")
	bob.Click("[name=is][value=human]")
	bob.Click("form button")
	bob.Until(bodyShows("Your correction is noted."))
	bob.Click("main > section > p:last-child a")
	verdict(ann, "4")
	if err := <-done; err != nil {
		t.Fatalf("%v\n%s", err, notes.String())
	}
	for _, c := range x.Comparisons {
		want, note, why := "machine", "", "It saw too much."
		if c.Round == 1 {
			want, note, why = "human", byJudge, "" // which would be that of the other verdict
		}
		if c.Judged != want || c.Corrected != note || c.Confidence == nil || *c.Confidence != 80 ||
			c.Reason != why {
			t.Errorf("found %+v", c)
		}
	}
	if len(x.Comparisons) != 4 || x.Synthetic != "" {
		t.Errorf("found %d conversations, and synthetic %q", len(x.Comparisons), x.Synthetic)
	}
	if said := read(t, dir, "journal.jsonl"); strings.Count(said, `"event":"consent"`) != 2 {
		t.Errorf("the journal does not have two consents:\n%s", said)
	}
}
