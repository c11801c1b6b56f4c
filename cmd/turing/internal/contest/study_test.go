package contest

import (
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// TestStudy holds a study of 20 scripted judges with three witnesses each.
func TestStudy(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	suite.OK(t, New(dir, Start{Rules: "two-party", Judges: 20, Entries: []string{"eliza", "simple"}}))
	x := results(t, dir, Options{Speed: 1000})
	suite.Equal(t, "conversations", len(x.Comparisons), 60)
	for _, c := range x.Comparisons {
		if c.Confidence == nil || c.Reason == "" || c.Judged != session.Human && c.Judged != session.Machine ||
			c.Interview || c.NamedEntry != (c.Entry != "" && c.Judged == session.Human) {
			t.Errorf("found %+v", c)
		}
	}
	want := map[string]int{"Eliza": 20, "Simple Bot": 20, loebner.AllPrograms: 40, loebner.AllHumans: 20,
		"Confederate 1": 5, "Confederate 2": 5, "Confederate 3": 5, "Confederate 4": 5}
	for _, r := range x.Rates {
		suite.Equal(t, "verdicts on "+r.Witness, r.Of, want[r.Witness])
		delete(want, r.Witness)
	}
	if len(want) > 0 {
		t.Errorf("found no rates of %v", want)
	}
	verdicts, said := read(t, dir, "verdicts.csv"), read(t, dir, "conversations.csv")
	if n := strings.Count(verdicts, "\n"); n != 61 || !strings.Contains(verdicts, "\nStudy,1,Judge 1,") {
		t.Errorf("found %d lines of verdicts", n)
	}
	if n := len(regexp.MustCompile(`,(human|machine),(true|false),`).FindAllString(verdicts, -1)); n != 60 {
		t.Errorf("found %d verdicts that are right or wrong, expected 60", n)
	}
	suite.Has(t, "the conversations", said, ",judge,", ",entry,", ",confederate,")
	page := read(t, dir, "results.html")
	suite.Has(t, "the page", page, "Pass rates", "all programs", "A human</th>", "of 100 sure", x.Headline())
	if _, err := Run(t.Context(), dir, Options{}); err != nil || read(t, dir, "conversations.csv") != said ||
		read(t, dir, "verdicts.csv") != verdicts {
		t.Errorf("the tables change when they are written again: %v", err)
	}
	if exists(filepath.Join(dir, "certificate.html")) || exists(filepath.Join(dir, "ballots.csv")) {
		t.Error("found a certificate or ballots of pairs, expected none")
	}
}

// TestStudiesGoWrong holds studies with a person who never comes.
func TestStudiesGoWrong(t *testing.T) {
	setup := described("rules = \"two-party\"\nmissing = \"void\"\n[clock]\nminutes = 0.5\nbreak = 0.1\nwait = 0.001",
		"entry|Good|fixed:Yes.", "confederate|Ann|script", "judge|Bob|person",
		"judge|Cas|script:random")
	dir := folder(t, setup)
	x := results(t, dir, Options{Speed: 100})
	for _, c := range x.Comparisons {
		if slices.Contains(c.Faults, "Bob: was not there") != (c.Judge == "J1") {
			t.Errorf("%s has the faults %q", c.Judge, c.Faults)
		}
	}
	for _, missing := range []string{missingVoid, missingHuman} { // which comes too late
		write(t, dir, SetupFile, strings.Replace(setup, missingVoid, missing, 1))
		y, err := Run(t.Context(), dir, Options{Speed: 100, Progress: t.Output()})
		if err != nil || y.Headline() != x.Headline() {
			t.Errorf("with missing = %q, the results become %v, %v", missing, y, err)
		}
	}
}

// TestVotesOfStudies gives ballots in place of judges that the rules do not know.
func TestVotesOfStudies(t *testing.T) {
	dir := folder(t, described("rules = \"two-party\"\n[clock]\nminutes = 0.5\nbreak = 0.1",
		"entry|Good|fixed:Yes.", "confederate|Ann|script", "judge|Cas|script:never"))
	if _, err := Run(t.Context(), dir, Options{Speed: 100, Progress: t.Output()}); err == nil {
		t.Fatal("found results without ballots")
	}
	sure := 80
	casts(t, dir, []cast{
		{Vote{Judge: "J1", Left: -1, Ranks: []string{"E1", "C1"}}, "found ranks, expected none…"},
		{Vote{Judge: "J1", Round: 1, Left: -1, Human: "left"}, "expected --witness human…"},
		{Vote{Judge: "J1", Round: 1, Left: -1, Is: session.Human, Confidence: &sure}, ""},
		{Vote{Judge: "J1", Round: 2, Left: -1, Is: session.Human}, ""},
	})
	x := results(t, dir, Options{Speed: 100})
	if a, b := x.Comparisons[0], x.Comparisons[1]; a.Confidence == nil || *a.Confidence != sure || b.Confidence != nil {
		t.Errorf("found %+v and %+v, expected the confidence that was given, and none", a, b)
	}
}

// TestLateConsent has a judge agree to take part when the round has begun.
func TestLateConsent(t *testing.T) {
	dir := folder(t, described("rules = \"two-party\"\nconsent = \"consent.txt\"", "entry|Good|fixed:Yes.",
		"confederate|Ann|script", "judge|Bob|person"))
	write(t, dir, "consent.txt", "It is published.")
	c := begun(t, dir, Options{})
	stage, _ := c.stage("Study")
	suite.OK(t, c.planRounds(stage, []string{"Good"}))
	judge := &visitor{t: t, base: addressesOf(t, c).url, secret: addressesOf(t, c).secrets["J1"]}
	r := c.round(stage, 1)
	p := r.plan()
	p.Tables = []*round.Table{r.tables[0].place()}
	round.Resume(t.Context(), p)
	if page := judge.get("/" + judge.secret + "/"); !strings.Contains(page, "read what this is about first") {
		t.Errorf("a judge who has not agreed sees %s", page)
	}
	a := suite.Must(http.PostForm(judge.base+"/consent/"+judge.secret, nil))(t)
	a.Body.Close()
	if page := judge.get("/" + judge.secret + "/"); !strings.Contains(page, `data-question="single"`) {
		t.Errorf("one who has agreed now sees %s", page)
	}
	if _, err := r.await(t.Context(), nil, time.Millisecond); err != nil || c.state.agreed["J1"].IsZero() {
		t.Errorf("the journal has the consents %v, %v", c.state.agreed, err)
	}
}
