package contest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/suite"
)

// checkPrinted compares the rounds of a contest with the printed table of 2004.
func checkPrinted(t *testing.T, x *Results) {
	t.Helper()
	f := suite.Must(os.Open("../../../../testdata/loebner/rules_schedule_2004.txt"))(t)
	defer f.Close()
	printed := suite.Must(loebner.ReadSchedule(f, "printed"))(t)
	held := make(loebner.Schedule, len(printed))
	for _, c := range x.Comparisons {
		if c.Confederate == "" {
			continue // an interview before the rounds
		}
		if c.Round > len(held) {
			t.Fatalf("found round %d, expected %d", c.Round, len(held))
		}
		r := &held[c.Round-1]
		r.Triples = append(r.Triples, loebner.Triple{Judge: c.Judge, Entry: c.Entry, Confederate: c.Confederate})
	}
	for i := range printed {
		if !slices.Equal(held[i].Triples, printed[i].Triples) {
			t.Errorf("round %d was %v, expected %v", i+1, held[i].Triples, printed[i].Triples)
		}
	}
}

// TestContests holds contests with each number of entries that the rules treat differently.
func TestContests(t *testing.T) {
	suite.Slow(t, "holds contests")
	t.Parallel()
	programs := []string{"eliza", "simple", "fixed:haha, I guess so", "aiml"}
	for _, c := range []struct {
		rules               string
		entries             int
		pairs, interviews   int
		screened, finalists int
		outcome             string
	}{
		{"2004", 0, 0, 0, 0, 0, loebner.CarriedOver},
		{"2004", 1, 0, 0, 0, 0, loebner.Wins},
		{"2004", 2, 8, 0, 0, 2, held},
		{"2004", 4, 16, 0, 0, 4, held},
		{"2004", 6, 16, 24, 0, 4, held},
		{"2004", 10, 16, 32, 10, 4, held},
		{"2010", 0, 0, 0, 0, 0, loebner.CarriedOver},
		{"2010", 1, 4, 0, 0, 1, held},
		{"2010", 6, 16, 0, 6, 4, held},
		{"2015", 3, 12, 0, 0, 3, held},
	} {
		t.Run(fmt.Sprint(c.rules, "/", c.entries), func(t *testing.T) {
			dir := folder(t, scripts(c.rules, repeated(c.entries, programs...)...))
			x := results(t, dir, Options{})
			pairs, interviews, screened, finalists := 0, 0, 0, 0
			for _, p := range x.Comparisons {
				switch {
				case !p.Voted || len(p.Faults) > 0:
					t.Errorf("%+v", p)
				case p.Confederate == "":
					interviews++
				default:
					pairs++
					if c.rules == "2004" && (p.EntryPoints == nil || *p.EntryPoints == 50) {
						t.Errorf("points of %+v", p)
					}
				}
				for _, file := range []string{p.Log, p.Transcript} {
					read(t, dir, file)
				}
			}
			for _, e := range x.Entries {
				if e.Screening != nil {
					screened++
				}
				if e.Label != "" {
					finalists++
				}
				if !e.Admitted || len(e.Faults) > 0 {
					t.Errorf("%+v", e)
				}
			}
			if pairs != c.pairs || interviews != c.interviews || screened != c.screened ||
				finalists != c.finalists || x.Outcome != c.outcome {
				t.Errorf("%d pairs, %d interviews, %d screened, %d finalists, %s", pairs,
					interviews,
					screened, finalists, x.Outcome)
			}
			if c.outcome == loebner.Wins && x.Winner != "Entry 1" {
				t.Errorf("%q wins outright", x.Winner)
			}
			if c.rules == "2015" { // where the best mean rank wins
				for _, p := range x.Score.Places {
					if p.MeanRank == nil || *p.MeanRank < *x.Score.Places[0].MeanRank {
						t.Errorf("%+v", x.Score)
					}
				}
			}
			certificate := read(t, dir, "certificate.html")
			if x.Winner != "" && !strings.Contains(certificate, x.Winner) {
				t.Errorf("the winner %s is not on the certificate:\n%s", x.Winner, certificate)
			}
			page := read(t, dir, "results.html")
			if !strings.Contains(page, "Synthetic contest:") ||
				!strings.Contains(page, escaped(x.Headline())) {
				t.Error("the page does not say what came of it")
			}
			if c.rules == "2004" && pairs > 0 {
				checkOpenings(t, dir, x)
			}
			if c.rules == "2004" && pairs == 16 {
				checkPrinted(t, x)
			}
		})
	}
}

func escaped(s string) string { return strings.ReplaceAll(s, "'", "&#39;") }

// checkOpenings checks in the transcripts that entities began as the rules of 2004 say.
func checkOpenings(t *testing.T, dir string, x *Results) {
	t.Helper()
	for _, p := range x.Comparisons {
		page := read(t, dir, p.Transcript)
		want := 2
		if p.Confederate == "" {
			want = 1
		}
		if n := strings.Count(page, "Hello, my name is "); n != want {
			t.Errorf("%s has %d openings, expected %d", p.Transcript, n, want)
		}
	}
}

// TestAnyPoint cuts the journal of a finished contest after each event from the end of the last
// round on, also within a line, and goes on from there. The results must be the same.
func TestAnyPoint(t *testing.T) {
	suite.Slow(t, "holds contests")
	t.Parallel()
	dir := folder(t, scripts("2010", "eliza", "simple"))
	suite.Must(Run(t.Context(), dir, Options{}))(t)
	journal := read(t, dir, journalFile)
	files := []string{"results.json", "results.html", "certificate.html", "ballots.csv", "ranks.csv"}
	whole := make(map[string]string)
	for _, name := range files {
		whole[name] = read(t, dir, name)
	}
	lines := strings.SplitAfter(journal, "\n")
	last := 0
	for i, line := range lines {
		if strings.Contains(line, `"event":"held"`) {
			last = i + 1
		}
	}
	for n := last; n < len(lines); n++ {
		for _, half := range []string{"", `{"time":"20`} {
			for _, name := range files[:3] {
				suite.OK(t, os.Remove(filepath.Join(dir, name)))
			}
			cut := strings.Join(lines[:n], "") + half
			write(t, dir, journalFile, cut)
			if _, err := Run(t.Context(), dir, Options{}); err != nil {
				t.Fatalf("after %d events: %v", n, err)
			}
			for _, name := range files {
				got := read(t, dir, name)
				if untimed(got) != untimed(whole[name]) {
					t.Errorf("%s after %d events: %s", name, n, got)
				}
			}
		}
	}
	if len(lines)-last < 5 {
		t.Errorf("only %d events at the end", len(lines)-last)
	}
}

var timed = regexp.MustCompile(`"(ended|sum)"|Loebner Prize 2010 ·|SHA-256|<code>[0-9a-f ]+</code>`)

// untimed removes what differs by time.
func untimed(s string) string {
	var list []string
	for line := range strings.Lines(s) {
		if !timed.MatchString(line) {
			list = append(list, line)
		}
	}
	return strings.Join(list, "")
}

// TestTrouble holds a contest with entries and a judge who do what they should not. It must end,
// name who did, and let nobody else suffer.
func TestTrouble(t *testing.T) {
	suite.Slow(t, "waits for programs that hang")
	t.Parallel()
	setup := scripts("2010", "lpp: sleep 600 #", "lpp: echo broken >&2; exit 3 #", "lpp",
		`lpp: f() { i=0; while :; do i=$((i+1)); `+
			`mkdir "$1/$(printf %010d.x.other $i)" || exit; done; }; f`)
	setup = strings.Replace(setup, "script:random", "script:never", 1)
	dir := folder(t, setup)
	_, err := Run(t.Context(), dir, Options{Progress: t.Output()})
	suite.Fails(t, "missing votes", err, "…found no ballot of J2 in round 1, J2 in round 2, J2 in round 3, "+
		"J2 in round 4, J2 (ranks); give the judges' votes by 'turing loebner vote', or set missing…")
	casts(t, dir, []cast{
		{Vote{Round: 1, Judge: "J2", Human: "left", Left: -1}, ""},
		{Vote{Round: 2, Judge: "J2", Human: "right", Left: -1}, ""},
		{Vote{Round: 1, Judge: "J1", Human: "left", Left: -1}, "J1 has voted in round 1 already…"},
		{Vote{Round: 1, Judge: "J1", Human: "left", Left: -1, Reason: "pressed the wrong key"}, ""},
		{Vote{Round: 3, Judge: "J2", Human: "left", Left: -1, Own: true}, ""},
		{Vote{Round: 5, Judge: "J2", Human: "left", Left: -1}, "found round 5, expected 1 to 4…"},
		{Vote{Round: 1, Judge: "J9", Human: "left", Left: -1}, `found judge "J9", expected one who…`},
		{Vote{Round: 1, Judge: "J2", Left: 60}, "expected --human left or --human right by these…"},
		{Vote{Judge: "J1", Ranks: []string{"E1"}}, "J1 has ranked everybody already…"},
		{Vote{Judge: "J2", Ranks: []string{"E1"}}, "found ranks of E1, expected each of C1, C2, C3, C4, E1…"},
		{Vote{Judge: "J9", Ranks: []string{"E1"}}, `found judge "J9", expected one who has met…`},
		{Vote{Judge: "J2", Ranks: []string{"C1", "C2", "C3", "C4", "E4", "E3", "E2", "E1"}}, ""},
		{Vote{Stage: "Semi", Round: 1, Judge: "J2", Human: "left"}, `found the stage "Semi", expected…`},
	})
	write(t, dir, SetupFile, strings.Replace(setup, "seed = 3", "seed = 3\nmissing = \"human\"", 1))
	x := results(t, dir, Options{})
	faults := make(map[string][]string)
	by := make(map[string]int)
	for _, p := range x.Comparisons {
		faults[p.Entry] = append(faults[p.Entry], p.Faults...)
		by[p.VotedBy]++
	}
	for entry, want := range map[string]string{
		"E1": "Entry 1: said nothing",
		"E2": `Entry 2: the program ended during the conversation: exit status 3 ` +
			`(it said "broken")`,
		"E3": "Entry 3: said nothing",
	} {
		if !slices.Contains(faults[entry], want) {
			t.Errorf("%s: %q, expected %q", entry, faults[entry], want)
		}
	}
	if by[byOrganiser] != 3 || by[byRule] != 1 || by[""] != 12 {
		t.Errorf("votes: %v", by)
	}
	for _, p := range x.Comparisons {
		suite.Has(t, p.Transcript, read(t, dir, p.Transcript),
			fmt.Sprintf("Confederate %s (confederate) to Judge", p.Confederate[1:]))
	}
	page := read(t, dir, "results.html")
	suite.Has(t, "the page", page, "the ballot of Judge 2 was given by the organiser",
		"the ballot of Judge 1 was corrected: pressed the wrong key",
		"Entry 1: said nothing")
}

// TestPauseToMark checks that a contest with people pauses after a screening, once, with a table
// for each entry, of which the points that a person wrote count.
func TestPauseToMark(t *testing.T) {
	suite.Slow(t, "asks programs")
	t.Parallel()
	setup := strings.Replace(scripts("2010", repeated(5, "fixed:Four, I guess")...),
		`by = "script:typing"`, `by = "person"`, 1)
	dir := folder(t, setup)
	_, err := Run(t.Context(), dir, Options{Progress: t.Output()})
	if !errors.Is(err, ErrPaused) || err.Error() != "paused after the screening" {
		t.Fatal(err)
	}
	const path = "screening/entry-05.csv"
	text := read(t, dir, path)
	suite.Has(t, "the table", text, `"Four, I guess",1,1,"has ""four"""`)
	write(t, dir, path, strings.Replace(text, `"Four, I guess",0,1,`, `"Four, I guess",1,1,`, 1))
	var said strings.Builder
	_, err = Run(t.Context(), dir, Options{Progress: &said, Until: loebner.Questions})
	if !errors.Is(err, ErrPaused) || strings.Contains(said.String(), "asking") {
		t.Fatal(err, said.String())
	}
	c := suite.Must(open(dir, Options{}))(t)
	defer c.close()
	stage, _ := c.stage("Screening")
	going, err := c.screen(t.Context(), stage, []string{"Entry 1", "Entry 2", "Entry 3", "Entry 4", "Entry 5"})
	if err != nil || !slices.Contains(going, "Entry 5") || len(going) != 4 {
		t.Errorf("%q go on: %v", going, err)
	}
}

// TestRanksOfOthers holds a contest in which ranks decide and one judge gives none.
func TestRanksOfOthers(t *testing.T) {
	setup := strings.Replace(scripts("2015", "eliza", "simple"), `by = "script:typing"`, `by = "script:never"`, 1)
	dir := folder(t, strings.Replace(setup, "speed = 400\n", "speed = 400\nmissing = \"void\"\n", 1))
	x := results(t, dir, Options{})
	for _, p := range x.Score.Places {
		if p.MeanRank == nil {
			t.Errorf("%s has no mean rank: %v", p.Entry, x.Notes)
		}
	}
	if all := strings.Join(x.Notes, " "); strings.Contains(all, "decide nothing") || !strings.Contains(all, "J1") {
		t.Errorf("found the notes %q, expected that J1 gave no ranks and those of others decide", x.Notes)
	}
}

// TestLostCharacters holds a contest with an entry that answers in Chinese.
func TestLostCharacters(t *testing.T) {
	suite.Slow(t, "holds a contest")
	t.Parallel()
	dir := folder(t, scripts("2010", "fixed:你好, I am fine"))
	x := results(t, dir, Options{})
	for _, p := range x.Comparisons {
		if len(p.Faults) != 1 || !strings.HasSuffix(p.Faults[0], "characters have no key, such as “你”") {
			t.Errorf("round %d: found the faults %q", p.Round, p.Faults)
		}
	}
	suite.Has(t, "the page", read(t, dir, "results.html"), "characters have no key, such as “你”")
}
