package contest

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// TestPeople holds a contest in which a judge and a confederate are people. Nothing that the judge
// sees says who is who.
//
//luna:race
func TestPeople(t *testing.T) {
	t.Parallel()
	dir := folder(t, described("rules = \"2010\"\nseed = 3\nspeed = 600\n[clock]\nbreak = 600\nearly = true",
		"entry|Entry 1|eliza", "entry|Entry 2|simple", "confederate|Confederate 1|person",
		"confederate|Confederate 2|script", "confederate|Confederate 3|script", "confederate|Confederate 4|script",
		"judge|Judge 1|person", "judge|Judge 2|script:random", "judge|Judge 3|script:keywords",
		"judge|Judge 4|script:keywords"))
	h := hold(t.Context(), dir, Options{})
	notes := &h.notes
	people := h.visitors(t)
	people[0].corrected = false // yet
	if page := people[0].get("/" + strings.Repeat("x", 26) + "/"); strings.Contains(page,
		"data-view") {
		t.Error("an address that nobody has shows a page")
	}
	until(t, notes, "people are awaited", func() bool {
		return strings.Contains(notes.String(), "waiting for [")
	})
	for range 20 { // programs that show where a link leads are nobody
		for _, p := range people {
			p.get("/" + p.secret + "/")
			p.get("/form/" + p.secret)
			if r, err := http.Head(p.base + "/" + p.secret + "/"); err != nil {
				t.Error(err)
			} else {
				r.Body.Close()
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	if strings.Contains(read(t, dir, journalFile), `"event":"round"`) {
		t.Errorf("a round began without its people:\n%s", notes.String())
	}
	for running := true; running; {
		for _, p := range people {
			p.visit()
		}
		select {
		case <-h.ended:
			running = false
		case <-time.After(50 * time.Millisecond):
		}
	}
	x := h.results(t)
	byPerson := 0
	for _, c := range x.Comparisons {
		if c.Judge == "J1" && c.Voted && c.VotedBy == "" {
			byPerson++
			want, note := "left", ""
			if fmt.Sprint(c.Round) == people[0].round {
				want, note = "right", byJudge
			}
			if (string(c.EntrySide) == want) != c.NamedEntry || c.Corrected != note {
				t.Errorf("the vote for the %s terminal became %+v", want, c)
			}
		}
	}
	if byPerson != 2 || !people[0].ranked && !people[1].ranked {
		t.Errorf("%d votes, ranked: %v %v\n%s", byPerson, people[0].ranked, people[1].ranked,
			notes.String())
	}
	suite.Equal(t, "synthetic", x.Synthetic, "3 of 4 judges and 3 of 4 confederates were scripts")
	if info, err := os.Stat(dir + "/" + peopleFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file of addresses: %v, %v", info.Mode(), err)
	}
}

// TestLate has a judge come when the round has begun. The results say how late, under their name.
func TestLate(t *testing.T) {
	t.Parallel()
	dir := folder(t, strings.Replace(withJudge, "speed = 300", "speed = 300\nmissing = \"void\"\n[clock]\nwait = 0.001", 1))
	h := hold(t.Context(), dir, Options{})
	judge := visitorOf(t, &h.notes, "J1")
	until(t, &h.notes, "a round begins", func() bool {
		return strings.Contains(read(t, dir, journalFile), `"event":"round"`)
	})
	for running := true; running; {
		judge.visit()
		select {
		case <-h.ended:
			running = false
		case <-time.After(50 * time.Millisecond):
		}
	}
	for _, c := range h.results(t).Comparisons {
		late := len(c.Faults) == 1 && strings.HasPrefix(c.Faults[0], "Cas: came ") && strings.HasSuffix(c.Faults[0], " late")
		if late != (c.Judge == "J1" && c.Round == 1) {
			t.Errorf("round %d, %s: %q", c.Round, c.Judge, c.Faults)
		}
	}
}
