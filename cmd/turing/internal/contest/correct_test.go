package contest

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// TestCorrections checks that a correction and a vote of the organiser that wait at the same time are both
// taken up, and that a correction is taken up or refused, however late it comes.
func TestCorrections(t *testing.T) {
	c := start(t, strings.Replace(fast, `by = "script:random"`, `by = "person"`, 1))
	stage := loebner.Stage{Name: "Final Four", How: loebner.Pairs}
	events := []event{{Kind: eventPlanned, Stage: stage.Name, Plan: &plan{
		Finalists: []string{"Eliza", "Simple"},
		Rounds:    [][]pair{{{"J1", "E1", "C1"}, {"J2", "E2", "C2"}}, {{"J1", "E2", "C1"}, {"J2", "E1", "C2"}}},
	}}}
	for n := 1; n <= 2; n++ {
		events = append(events, event{Kind: eventHeld, Stage: stage.Name, Round: n})
		for _, judge := range []string{"J1", "J2"} {
			events = append(events, event{Kind: eventBallot, Stage: stage.Name, Round: n, Judge: judge,
				Ballot: &ballot{Human: keylog.Left}})
		}
	}
	for _, e := range events {
		if err := c.record(e); err != nil {
			t.Fatal(err)
		}
	}
	correct := func(round string, want int, text string) {
		t.Helper()
		r, err := http.PostForm(c.people.url+"/verdicts/"+c.people.seats["J1"].Token(),
			url.Values{"stage": {stage.Name}, "round": {round}, "human": {"right"}})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		page, _ := io.ReadAll(r.Body)
		if r.StatusCode != want || !strings.Contains(string(page), text) {
			t.Errorf("a correction of round %s: status %d, expected %d with %q:\n%s", round, r.StatusCode, want, text,
				page)
		}
	}
	correct("1", http.StatusOK, "Your correction is noted.")
	vote := Vote{Round: 1, Judge: "J1", Human: keylog.Left, Left: -1, Reason: "on paper it says left"}
	if err := Cast(c.dir, vote); err != nil {
		t.Fatal(err)
	}
	if err := c.takeVotes(); err != nil {
		t.Fatal(err)
	}
	if b := c.state.round(stage.Name, 1).ballots["J1"]; b.By != byOrganiser || b.Note != vote.Reason {
		t.Errorf("the organiser's vote became %+v", b)
	}
	if n := strings.Count(read(t, c.dir, journalFile), byJudge); n != 1 {
		t.Errorf("the journal has %d corrections of the judge, expected one", n)
	}
	correct("1", http.StatusUnprocessableEntity, "cannot be corrected any more")
	correct("2", http.StatusOK, "Your correction is noted.")
	if err := c.requireBallots(stage); err == nil || !strings.Contains(err.Error(), "J1 (ranks), J2 (ranks)") {
		t.Errorf("found %v, expected that ranks are missing", err)
	}
	if b := c.state.round(stage.Name, 2).ballots["J1"]; b.Human != keylog.Right || b.By != "" || b.Note != byJudge {
		t.Errorf("the last correction became %+v", b)
	}
	correct("2", http.StatusUnprocessableEntity, "cannot be corrected any more")
	if left, err := os.ReadDir(filepath.Join(c.dir, votesFolder)); err != nil || len(left) > 0 {
		t.Errorf("votes are left: %v, %v", left, err)
	}
}

// TestSilentEntries checks that an entry that is silent at several tables is named once, after no less
// than programs need for an answer.
func TestSilentEntries(t *testing.T) {
	c := start(t, strings.Replace(fast, "speed = 300", "speed = 100000", 1))
	stage := loebner.Stage{Name: "Final Four", How: loebner.Pairs}
	if err := c.record(event{Kind: eventPlanned, Stage: stage.Name, Plan: &plan{Finalists: []string{"Eliza"},
		Rounds: [][]pair{{{"J1", "E1", "C1"}, {"J2", "E1", "C2"}}}}}); err != nil {
		t.Fatal(err)
	}
	var notes told
	c.Progress = &notes
	r := c.round(stage, 1)
	for _, x := range r.tables {
		if err := x.lay(); err != nil {
			t.Fatal(err)
		}
		for _, e := range x.ends {
			e.health = newHealth(session.NewClock(time.Hour))
			e.health.asked = e.health.clock.Now().Add(-leastAnswerTime / 2)
		}
	}
	if r.watch(); notes.String() != "" {
		t.Errorf("a program that has had too little time is named: %s", notes.String())
	}
	for _, x := range r.tables {
		for _, e := range x.ends {
			e.health.asked = e.health.clock.Now().Add(-2 * leastAnswerTime)
		}
	}
	r.watch()
	r.watch()
	if want := "Final Four, round 1: Eliza: has not answered for a minute (with J1 and 1 more)\n"; strings.Count(
		notes.String(), "\n") != 1 || !strings.HasSuffix(notes.String(), want) {
		t.Errorf("found %q, expected %q once", notes.String(), want)
	}
}
