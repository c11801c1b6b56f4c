package contest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/suite"
)

// sit opens the page of a person, as long as they are awaited.
func (v *visitor) sit() {
	if id := viewOf.FindStringSubmatch(v.get("/" + v.secret + "/")); id != nil {
		v.watch(id[1])
	}
}

// rank sends ranks to the form, of a page that showed those given.
func (v *visitor) rank(given string, ranks ...string) (int, string) {
	values := url.Values{"given": {given}}
	for i, n := range ranks {
		values.Set(fmt.Sprint("f", i+1), n)
	}
	return answer(http.PostForm(v.base+"/form/"+v.secret, values))
}

// corrects sends a correction of a verdict.
func (v *visitor) corrects(round, human string) (int, string) {
	return answer(http.PostForm(v.base+"/verdicts/"+v.secret,
		url.Values{"stage": {finals.Name}, "round": {round}, "human": {human}}))
}

var givenTag = regexp.MustCompile(`name="given" value="([^"]*)"`)

// TestEveryMistake holds a contest whose organiser makes each mistake that there is, and whose
// judges vote and rank when they should not. Whatever was thanked for is in the journal.
//
//luna:race
func TestEveryMistake(t *testing.T) {
	t.Parallel()
	dir := folder(t, described("rules = \"2010\"\nseed = 4\nschedule = \"rounds.txt\"\n[clock]\n"+
		"minutes = 600\nbreak = 600\nearly = true",
		"entry|Echo|fixed:I see.", "entry|Yes|fixed:Yes.", "entry|No|fixed:No.", "confederate|Ann|script",
		"confederate|Cas|script", "confederate|Eve|script", "judge|Bob|person", "judge|Dora|person",
		"judge|Fay|script:random"))
	write(t, dir, "rounds.txt", "J1E1C1 J2E2C2 J3E3C3\nJ1E2C3 J2E3C1 J3E1C2\nJ1E3C2 J2E1C3 J3E2C1\n")
	h := hold(t.Context(), dir, Options{Speed: 60})
	o := organiserOf(t, &h.notes)
	bob, dora := visitorOf(t, &h.notes, "J1"), visitorOf(t, &h.notes, "J2")
	shows := func(text string) {
		t.Helper()
		until(t, &h.notes, "the status has "+text, func() bool {
			select {
			case <-h.ended:
				t.Fatal(h.err, h.notes.String())
			default:
			}
			return strings.Contains(o.status(), text)
		})
	}
	journal := func(text string) {
		t.Helper()
		until(t, &h.notes, "the journal has "+text, func() bool {
			return strings.Contains(read(t, dir, journalFile), text)
		})
	}
	converse := func(round string, people ...*visitor) {
		t.Helper()
		until(t, &h.notes, "round "+round, func() bool {
			for _, p := range people {
				p.sit()
			}
			return strings.Contains(o.status(), "round "+round+" of 3: conversations")
		})
		o.done("action", "end")
		shows("round " + round + " of 3: ballots")
		o.done("action", "pause")
	}
	suite.Has(t, "what the organiser is told", h.notes.String(), "warning: seed = 4 in contest.toml can be guessed",
		"Before the first round, end this run, remove journal.jsonl, and write seed = ")

	// Dora is late: her table is skipped, and Bob's begins.
	shows("round 1 of 3: waiting")
	o.refused(http.StatusConflict, "no table of this judge", "action", "skip", "judge", "J9")
	o.done("action", "skip", "judge", "J2", "reason", "Dora is late")
	o.refused(http.StatusConflict, "no table of this judge", "action", "skip", "judge", "J2")
	converse("1", bob)
	casts(t, dir, []cast{
		{Vote{Round: 2, Judge: "J1", Human: "left", Left: -1}, "found a vote for round 2, which is not over…"},
		{Vote{Round: 2, Left: -1, Annul: true, Reason: "x"}, "found round 2, which is not over…"},
		{Vote{Round: 1, Left: -1, Annul: true}, "found no reason…"},
		{Vote{Round: 1, Judge: "J1", Left: -1, Void: true}, "found no reason…"},
		{Vote{Round: 1, Judge: "J2", Human: "left", Left: -1}, "the organiser skipped the table of J2…"},
		{Vote{Judge: "J1", Left: -1, Ranks: []string{"E1", "C1"}}, "found ranks before the last round is over…"},
		{Vote{Round: 1, Judge: "J1", Human: "left", Left: -1}, ""},
	})
	journal(`"human":"left","by":"organiser"`)
	if page := bob.post("verdict", map[string]any{"human": "right"}); !strings.Contains(page, "right") {
		t.Errorf("the judge's own verdict: %s", page)
	}
	journal(`"human":"right","note":"` + judgesOwn)
	shows("Bob has voted at the page, too")
	o.done("action", "go")

	// Round 2 is held for both. Dora's verdict becomes void, and counts again.
	converse("2", bob, dora)
	bob.vote()
	dora.vote()
	journal(`"judge":"J2","stage":"Final Four","round":2,"ballot":{"human":"left"`)
	void := Vote{Round: 2, Judge: "J2", Left: -1, Void: true, Reason: "the entry was down"}
	casts(t, dir, []cast{{void, ""}})
	shows("J2 Dora yes void")
	if status, page := dora.corrects("2", "right"); status != http.StatusUnprocessableEntity ||
		!strings.Contains(page, "cannot be corrected") {
		t.Errorf("a correction of a void verdict: status %d: %s", status, page)
	}
	casts(t, dir, []cast{{void, "the verdict of J2 in round 2 is void already…"},
		{Vote{Round: 2, Judge: "J2", Human: "left", Left: -1}, "J2 has voted in round 2 already…"},
		{Vote{Round: 2, Judge: "J2", Human: "right", Left: -1, Reason: "it was not down"}, ""}})
	journal(`"note":"it was not down"`)
	casts(t, dir, []cast{{void, ""}})
	o.done("action", "go")
	converse("3", bob, dora)
	bob.vote()
	dora.vote()
	o.done("action", "go")

	// While ranks are asked for, the organiser has round 1 held again, and so Dora meets somebody.
	shows("round 3 of 3: ranks")
	if status, _ := bob.corrects("2", "right"); status != http.StatusUnprocessableEntity {
		t.Errorf("a correction beside the form: status %d", status)
	}
	if status, page := bob.rank("", "1", "2", "3", "4", "5", "6"); status != http.StatusOK {
		t.Errorf("ranks: status %d: %s", status, page)
	}
	journal(`"event":"ranks"`)
	casts(t, dir, []cast{{Vote{Round: 1, Left: -1, Annul: true, Reason: "Dora has come"}, ""}})
	converse("1", bob, dora)
	if status, page := bob.rank("", "1", "2", "3", "4", "5", "6"); status != http.StatusConflict ||
		!strings.Contains(page, "Ranks are not asked for now") {
		t.Errorf("ranks during a round: status %d: %s", status, page)
	}
	bob.vote()
	dora.vote()
	o.done("action", "go")

	// Bob ranks in two tabs, and then corrects it. The organiser has Dora's on paper.
	shows("round 3 of 3: ranks")
	bob.rank("", "6", "5", "4", "3", "2", "1")
	status, page := bob.rank("", "1", "2", "3", "4", "5", "6")
	given := givenTag.FindStringSubmatch(page)
	if status != http.StatusConflict || !strings.Contains(page, "were not taken") || given == nil ||
		given[1] != "3-right,3-left,2-right,2-left,1-right,1-left" {
		t.Fatalf("ranks of a second tab: status %d, %q: %s", status, given, page)
	}
	if status, page := bob.rank(given[1], "1", "2", "4", "3", "5", "6"); status != http.StatusOK {
		t.Errorf("a correction of ranks: status %d: %s", status, page)
	}
	journal("Bob gave other ranks than before.")
	casts(t, dir, []cast{{Vote{Judge: "J2", Left: -1, Ranks: []string{"C1", "E1", "X"}}, "found ranks of C1, E1, X…"},
		{Vote{Judge: "J2", Left: -1, Ranks: []string{"E2", "E1", "C2", "C1", "E3", "C3"}}, ""}})
	h.results(t)
	casts(t, dir, []cast{{void, "the verdict of J2 in round 2 is void already…"},
		{Vote{Round: 1, Judge: "J1", Human: "left", Left: -1}, "found a vote after the end of the contest…"},
		{Vote{Round: 1, Left: -1, Annul: true, Reason: "x"}, "found a vote after the end of the contest…"}})
	checkMistakes(t, dir)
}

// checkMistakes looks at what is left of [TestEveryMistake].
func checkMistakes(t *testing.T, dir string) {
	t.Helper()
	var x Results
	suite.OK(t, json.Unmarshal([]byte(read(t, dir, "results.json")), &x))
	x.rules = suite.Must(loebner.RulesOf("2010"))(t)
	void := 0
	for _, c := range x.Comparisons {
		if c.Void != "" {
			void++
			if c.Judge != "J2" || c.Round != 2 || c.Voted || c.Void != "the entry was down" {
				t.Errorf("found %+v", c)
			}
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, votesFolder, "*")); void != 1 || len(left) > 0 {
		t.Errorf("%d verdicts are void, and votes are left: %v", void, left)
	}
	page := read(t, dir, "results.html")
	suite.Has(t, "the page", page, "of Dora is void: the entry was down",
		"the organiser skipped the table of Dora (Dora is late)",
		"the organiser annulled the round, which was held again (Dora has come)",
		"Bob gave other ranks than before.", "The organiser gave the ranks of Dora.")
	suite.Equal(t, "ballots", strings.Count(read(t, dir, "ballots.csv"), "\n"), 9)
	ranks := read(t, dir, "ranks.csv")
	suite.Equal(t, "ranks", strings.Count(ranks, "\n"), 19)
	suite.Has(t, "ranks", ranks, "J2,E2,1\n", "J2,E1,2\n", "J2,C2,3\n", "J2,C1,4\n")
	ballots, err := loebner.ReadBallots(strings.NewReader(read(t, dir, "ballots.csv")), "ballots.csv", x.rules)
	suite.OK(t, err)
	list, err := loebner.ReadRanks(strings.NewReader(ranks), "ranks.csv")
	suite.OK(t, err)
	again := suite.Must(loebner.Score(x.rules, ballots.List, loebner.Scoring{Ranks: list}))(t)
	suite.Equal(t, "places by the tables", fmt.Sprint(means(again)), fmt.Sprint(means(x.Score)))
	if !exists(dir+"/rounds/1-annulled-1/J1/keys.txt") || exists(dir+"/rounds/1-annulled-1/J2") ||
		!exists(dir+"/rounds/1/J2/transcript.html") {
		t.Error("the logs of round 1 are not those of both attempts")
	}
}

// means lists the entries of a result with their mean ranks.
func means(r *loebner.Result) (list []string) {
	for _, p := range r.Places {
		list = append(list, fmt.Sprintf("%s %d %.4f", p.Entry, p.Total, *p.MeanRank))
	}
	return list
}

// TestRankFormTellsNothing checks that the forms of contests which differ only in who is human are
// equal, where confederates are fewer than entries.
func TestRankFormTellsNothing(t *testing.T) {
	forms, sides := make(map[string]bool), make(map[string]bool)
	for seed := range 6 {
		c := start(t, described(fmt.Sprintf("rules = \"2010\"\nseed = %d", seed), "entry|Eliza|eliza",
			"entry|Simple|simple", "confederate|Ann|script", "judge|Bob|person"))
		suite.OK(t, c.record(event{Kind: eventPlanned, Stage: finals.Name, Plan: &plan{
			Finalists: []string{"Eliza", "Simple"}, Rounds: [][]pair{{{"J1", "E1", "C1"}}, {{"J1", "E2", "C1"}}}}}))
		c.openForms(finals)
		at := addressesOf(t, c)
		_, page := answer(http.Get(at.url + "/form/" + at.secrets["J1"]))
		suite.Has(t, "the form", page, "Round 1, left terminal", "Round 2, right terminal", "rank 4 the least")
		forms[strings.ReplaceAll(page, at.secrets["J1"], "")] = true
		sides[fmt.Sprint(c.meetings(finals, "J1"))] = true
	}
	if len(forms) != 1 || len(sides) < 2 {
		t.Errorf("%d forms of %d assignments, expected one of several", len(forms), len(sides))
	}
}

// TestNewContestsDiffer checks that two new contests with equal rules differ in who sits where or,
// where judges meet one witness at a time, in the order.
func TestNewContestsDiffer(t *testing.T) {
	for _, rules := range []string{"2010", "2004", "three-party", "two-party"} {
		var drawn [2]string
		for i := range drawn {
			dir := t.TempDir()
			suite.OK(t, New(dir, Start{Rules: rules, Judges: 8}))
			c := begun(t, dir, Options{})
			stage := c.rules.Stages[len(c.rules.Stages)-1]
			suite.OK(t, c.planRounds(stage, []string{"Eliza", "Alice's cousin", "Simple Bot", "Gibberish"}))
			for x := range c.tables(stage) {
				drawn[i] += fmt.Sprintln(x.number, x.Judge, x.sides())
			}
		}
		if drawn[0] == drawn[1] {
			t.Errorf("two contests by the rules %s have the same draw:\n%s", rules, drawn[0])
		}
	}
}

// TestNothingThankedForIsLost checks that what a judge was thanked for is in the journal even if
// the organiser's entry came a moment before, and the name of the folder looks like a pattern.
func TestNothingThankedForIsLost(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "contest [1]")
	suite.OK(t, os.Mkdir(dir, 0o777))
	write(t, dir, SetupFile, withJudge)
	c := begun(t, dir, Options{Progress: &told{}})
	for _, e := range []event{twoRounds, {Kind: eventHeld, Stage: finals.Name, Round: 1}} {
		suite.OK(t, c.record(e))
	}
	void := Vote{Round: 1, Judge: "J1", Left: -1, Void: true, Reason: "the entry was down"}
	suite.OK(t, Cast(c.dir, void))
	own := Vote{Stage: finals.Name, Round: 1, Judge: "J1", Human: "right", Left: -1}
	own.Own = true
	suite.OK(t, c.Accept(own))
	suite.OK(t, c.takeVotes())
	if b := c.state.round(finals.Name, 1).ballots["J1"]; b.Void != void.Reason || b.Human != "" {
		t.Errorf("the ballot is %+v", b)
	}
	suite.Has(t, "the journal", read(t, c.dir, journalFile),
		"the organiser has declared this verdict void", `\"human\":\"right\"`)
	suite.Has(t, "the control page", organiserOf(t, c.Progress.(*told)).status(),
		"the vote of J1 for Final Four, round 1, was left out")
	own.Judge = "J2"
	suite.OK(t, c.Accept(own))
	suite.OK(t, c.settle(finals, false))
	suite.Equal(t, "the verdict of J2", c.state.round(finals.Name, 1).ballots["J2"].Human, keylog.Right)
	suite.Fails(t, "a verdict beside the form", c.Accept(own), "it is too late to correct verdicts")
	write(t, c.dir, votesFolder+"/x.json", "{")
	suite.OK(t, c.takeVotes())
	if !exists(c.dir + "/" + votesFolder + "/x.json.bad") {
		t.Error("what is no vote is not kept")
	}
}

// TestRanksOfBefore reads ranks of participants, as journals of earlier versions have them.
func TestRanksOfBefore(t *testing.T) {
	c := start(t, fast)
	for _, e := range []event{twoRounds, {Kind: eventRanks, Judge: "J1", Ranks: map[string]int{"E1": 3, "E2": 1, "C1": 2}}} {
		suite.OK(t, c.record(e))
	}
	var got []string
	for _, k := range c.allRanks(finals) {
		got = append(got, fmt.Sprint(k.Judge, k.Participant, k.Rank))
	}
	suite.Equal(t, "ranks", fmt.Sprint(got), "[J1C12 J1E13 J1E21]")
}
