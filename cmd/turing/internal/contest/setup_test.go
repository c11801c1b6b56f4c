package contest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

const whole = `name = "A contest"
rules = "2010"

[clock]
minutes = 5

[[entry]]
name = "Eliza"
by = "eliza"

[[confederate]]
name = "Ann"
by = "script"

[[judge]]
name = "Bob"
by = "script:random"
`

// TestMistakesInTheSetup checks that each mistake is refused with its line.
func TestMistakesInTheSetup(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`rules = "2010"`, ``, ": found no rules, expected rules = \"2010\", \"2004\" or a file"},
		{`minutes = 5`, `minutes = -1`, ":5: found minutes = -1, expected 0 to 1440"},
		{`minutes = 5`, `minutes = "5"`, ":5: "},
		{`minutes = 5`, `minuets = 5`, `:5: found the key "clock.minuets", expected one that`},
		{`rules = "2010"`, `rules = "2010`, ":2: "},
		{`rules = "2010"`, "rules = \"2010\"\nspeed = -1",
			":3: found speed = -1, expected 0.01 to 100000"},
		{`rules = "2010"`, "rules = \"2010\"\nstart = 2026-06-01",
			`:3: found the key "start" of an earlier version, expected none; it meant nothing`},
		{`by = "eliza"`, "by = \"eliza\"\ncompliant = false",
			`:10: found the key "entry.compliant" of an earlier version, expected none; all entries of the file`},
		{`[clock]`, "[design]\nswap = true\n[clock]",
			`:5: found the key "design.swap" of an earlier version, expected none; people do not change`},
		{`rules = "2010"`, "rules = \"2010\"\nspeed = nan", ":3: found speed = NaN, expected"},
		{`rules = "2010"`, "rules = \"2010\"\nmissing = \"no\"",
			`:3: found missing = "no", expected`},
		{`rules = "2010"`, "rules = \"2010\"\nseed = -4", ":3: "},
		{`by = "eliza"`, `by = "person"`, ":9: found a person as an entry, expected a program"},
		{`by = "eliza"`, `by = ""`, `:9: found by = "", expected a responder such as "eliza",`},
		{`by = "eliza"`, ``, `:7: found by = "", expected a responder such as "eliza",`},
		{`by = "eliza"`, `by = "lpp: "`, `:9: found by = "lpp: ", expected`},
		{`by = "eliza"`, `by = "elisa"`,
			`:9: responder: found the kind "elisa", expected fixed:TEXT,`},
		{`by = "eliza"`, `by = "canned:none.txt"`, `:9: `},
		{`by = "eliza"`, "by = \"eliza\"\n[entry.chat]\ntemperature = 1",
			`:10: found chat with by = "eliza", expected by = "chat:URL"`},
		{`by = "eliza"`, "by = \"chat:http://127.0.0.1:1\"\n[entry.chat]\ntemperature = 3",
			":11: found temperature = 3, expected 0 to 2"},
		{`by = "eliza"`, "by = \"chat:http://127.0.0.1:1\"\n[entry.chat]\ntokens = -3",
			":11: found tokens = -3, expected 0 to"},
		{`by = "eliza"`, "by = \"chat:http://127.0.0.1:1\"\n[entry.chat]\nsystem = \"none.txt\"",
			`:11: found "none.txt", expected a file with the system prompt`},
		{`by = "eliza"`, "by = \"chat:http://127.0.0.1:1\"\n[entry.chat]\nkey = \"LUNA_TEST_NO_KEY\"",
			":9: responder: found no key in the environment variable LUNA_TEST_NO_KEY"},
		{`by = "script"`, `by = ""`,
			`:13: found by = "", expected "person", "script" or a responder`},
		{`by = "script:random"`, `by = "script:coin"`,
			`:17: found by = "script:coin", expected "person" or "script:" with one of random, never`},
		{`by = "script:random"`, "by = \"script:random\"\nask = -1",
			":18: found ask = -1, expected 0 to"},
		{`by = "script:random"`, "by = \"script:random\"\nquestions = \"none.txt\"", ":18: "},
		{`name = "Bob"`, `name = "Ann"`,
			`:16: found the name "Ann" twice, also at line 12; expected a`},
		{`name = "Bob"`, `name = ""`, ":16: found a nameless judge, expected name = \"…\""},
		{`name = "Bob"`, `name = "a\u0007b"`,
			`:16: found the name "a\ab", expected at most 60 characters`},
		{whole, strings.Repeat("#", maxSetup+1),
			": found more than 65536 bytes, expected the description"},
	} {
		dir := folder(t, strings.Replace(whole, c.old, c.new, 1))
		s, err := readSetup(dir)
		if err == nil {
			err = s.openResponders(dir)
		}
		suite.Fails(t, c.new, err, filepath.Join(dir, SetupFile)+c.want+"…")
	}
	suite.Fails(t, "no file", suite.Err(readSetup(t.TempDir())), "…found no such file…")
}

// TestSetupsBegin checks that what New writes is a contest, for both rules.
func TestSetupsBegin(t *testing.T) {
	for _, rules := range []string{"2004", "2010"} {
		dir := filepath.Join(t.TempDir(), "contest")
		suite.OK(t, New(dir, Start{Rules: rules}))
		s := suite.Must(readSetup(dir))(t)
		if s.Rules != rules || len(s.Entries) != 4 || len(s.Judges) != 4 ||
			len(s.Confederates) != 4 {
			t.Errorf("found %+v", s)
		}
		suite.Fails(t, "a second time", New(dir, Start{Rules: rules}), "…expected a new folder…")
	}
	suite.Fails(t, "rules that nobody knows are accepted", New(t.TempDir(), Start{Rules: "1991"}), "…")
}

func FuzzSetup(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("[[entry]]\n[clock]\nminutes = nan"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := parseSetup("f", data); err == nil && s.digested() == "" {
			t.Error("a setup without a digest")
		}
	})
}

// TestJournal checks that events come back, that a line which was being written is dropped, and
// that only one process has a journal.
func TestJournal(t *testing.T) {
	dir := t.TempDir()
	j, s, err := openJournal(dir)
	if err != nil || len(s.rounds) != 0 {
		t.Fatalf("%+v, %v", s, err)
	}
	_, _, err = openJournal(dir)
	suite.Fails(t, "a second process", err, "…another process holds this contest…")
	for _, e := range []event{{Kind: eventBegun, Digest: "d"},
		{Kind: eventRound, Stage: "Final", Round: 1, Attempt: 1}} {
		suite.Must(j.add(e))(t)
	}
	suite.Must(j.WriteString(`{"event":"clo`))(t)
	j.Close()
	j, s, err = openJournal(dir)
	if err != nil || !s.round("Final", 1).begun || s.round("Final", 1).closed {
		t.Fatalf("%+v, %v", s, err)
	}
	suite.Must(j.add(event{Kind: eventHeld, Stage: "Final", Round: 1}))(t)
	j.Close()
	j, s, err = openJournal(dir)
	suite.OK(t, err)
	j.Close()
	if r := s.round("Final", 1); s.begun.Digest != "d" || !r.held || r.begun || r.attempts != 1 {
		t.Errorf("%+v, %v", r, s.begun)
	}
	suite.Equal(t, "lines of the journal", strings.Count(read(t, dir, journalFile), "\n"), 3)
}

func TestBrokenJournals(t *testing.T) {
	for text, want := range map[string]string{
		"{\"event\":\"begun\"}\nx\n":  `j:2: found "x", expected an event of a contest…`,
		"{}\n":                        `j:1: found "{}", expected an event…`,
		"{\"event\":\"sung\"}\n":      `j:1: found the event "sung", expected one that…`,
		"{\"event\":\"ballot\"}\n":    `j:1: found the event "ballot" without…`,
		"{\"event\":\"planned\"}\n":   `j:1: found the event "planned" without…`,
		"{\"event\":\"screened\"}\n":  `j:1: found the event "screened" without…`,
		"{\"event\":\"annulled\"}\nx": ``,
	} {
		_, _, err := readJournal(strings.NewReader(text), "j")
		suite.Fails(t, text, err, want)
	}
}

// TestChangedSetup checks that a contest that has begun is not changed, but for its pace.
func TestChangedSetup(t *testing.T) {
	dir := folder(t, whole)
	begin := func() error {
		c, err := open(dir, Options{})
		if err != nil {
			return err
		}
		defer c.close()
		return c.begin(t.Context())
	}
	suite.OK(t, begin())
	write(t, dir, SetupFile, strings.Replace(whole, "[clock]", "speed = 5\nmissing = \"void\"\n[clock]\nwait = 2", 1))
	suite.Equal(t, "another pace", begin(), nil)
	write(t, dir, SetupFile, strings.Replace(whole, "eliza", "simple", 1))
	suite.Fails(t, "another entry", begin(), "…found changes since the contest…")
}

// TestDamagedFolders checks that what others have changed in a folder is an error, not a panic, and
// is not passed over.
func TestDamagedFolders(t *testing.T) {
	two := described("rules = \"2010\"\nseed = 4", "entry|Eliza|eliza", "confederate|Ann|script", "judge|Bob|person",
		"judge|Dora|person")
	c := start(t, two)
	stage := c.rules.Stages[len(c.rules.Stages)-1]
	suite.OK(t, c.record(event{Kind: eventPlanned, Stage: stage.Name, Plan: &plan{Finalists: []string{"Eliza"},
		Rounds: [][]pair{{{"J2", "E1", "C1"}}}}}))
	suite.OK(t, os.WriteFile(filepath.Join(c.dir, votesFolder), nil, 0o666))
	if _, err := c.storedVotes(); err == nil {
		t.Error("votes that cannot be read are none")
	}
	c.close()
	ranks := Vote{Judge: "J2", Left: -1, Ranks: []string{"E1", "C1"}}
	write(t, c.dir, SetupFile, strings.Replace(two, "Eliza", "Elsa", 1))
	casts(t, c.dir, []cast{{ranks, "…found changes since the contest began…"}})
	write(t, c.dir, SetupFile, two)
	journal := read(t, c.dir, journalFile)
	for _, change := range []func(string) string{
		func(s string) string { return strings.Replace(s, `"entries":["Eliza"]`, `"entries":["Nobody"]`, 1) },
		func(s string) string { return strings.Replace(s, `"judge":"J2"`, `"judge":"J7"`, 1) },
	} {
		write(t, c.dir, journalFile, change(journal))
		casts(t, c.dir, []cast{{ranks, "…, expected those who take part…"}})
		suite.Fails(t, "a run", suite.Err(open(c.dir, Options{})), "…, expected those who take part…")
	}
	dir := folder(t, two)
	write(t, dir, peopleFile, "null")
	begun(t, dir, Options{}).close()
}

// TestTrials tests entries that answer, that do not, that end at once and that are started by hand.
func TestTrials(t *testing.T) {
	t.Parallel()
	dir := folder(t, scripts("2010", "eliza", "lpp: sleep 600 #", "lpp: echo broken >&2; exit 3 #", "lpp",
		"fixed:你好，我很好。你呢？", "fixed:I am fine, thank you 😀",
		`lpp: f() { mkdir "$1/1.你.other" "$1/2.好.other"; sleep 600; }; f`))
	list := suite.Must(Test(t.Context(), dir, Options{Speed: 100}))(t)
	for i, want := range []struct {
		ok, started, answers, byHand bool
		line                         string
	}{
		{true, true, true, false, "answers: the first key came after"},
		{false, true, false, false, "did not end a line in time"},
		{false, false, false, false, `exit status 3 (it said "broken")`},
		{true, false, false, true, "is started by hand"},
		{false, true, true, false, "16 of 20 characters have no key, such as “你”"},
		{true, true, true, false, "keys a second; 2 of 34 characters have no key, such as “😀”"},
		{false, false, false, false, ", expected a letter, a digit or a name such as comma"},
	} {
		x := list[i]
		if x.OK() != want.ok || x.Started != want.started || x.Answers != want.answers || x.ByHand != want.byHand ||
			!strings.Contains(x.Line(), want.line) || x.First > 0 != want.answers || i == 0 && x.Pace == 0 {
			t.Errorf("found %+v, expected %+v", x, want)
		}
	}
	if names, _ := os.ReadDir(dir); len(names) != 2 || names[1].Name() != "entries" {
		t.Errorf("the test left something in the folder of the contest: %v", names)
	}
}

// TestUntilTest checks that the organiser can look at the test before the contest goes on, and that
// it takes place once.
func TestUntilTest(t *testing.T) {
	t.Parallel()
	dir := folder(t, scripts("2010", "fixed:Yes"))
	for i := range 2 {
		var notes told
		_, err := Run(t.Context(), dir, Options{Until: UntilTest, Progress: &notes})
		if !errors.Is(err, ErrPaused) || strings.Contains(notes.String(), "testing 1 program") != (i == 0) {
			t.Errorf("run %d: %v\n%s", i+1, err, notes.String())
		}
	}
	if exists(filepath.Join(dir, "rounds")) {
		t.Error("a round was held")
	}
}
