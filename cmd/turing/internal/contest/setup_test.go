package contest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
			`:17: found by = "script:coin", expected "person" or "script:" with one of typing,`},
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
		dir := t.TempDir()
		text := strings.Replace(whole, c.old, c.new, 1)
		path := filepath.Join(dir, SetupFile)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := readSetup(dir)
		if err == nil {
			err = s.openResponders(dir)
		}
		if err == nil || !strings.HasPrefix(err.Error(), path+c.want) {
			t.Errorf("%q for %q: %v, expected PATH%s", c.new, c.old, err, c.want)
		}
	}
	if _, err := readSetup(t.TempDir()); err == nil ||
		!strings.Contains(err.Error(), "found no such file") {
		t.Errorf("no file: %v", err)
	}
}

func TestTooMany(t *testing.T) {
	text := whole + strings.Repeat("[[entry]]\nname=\"x\"\nby=\"simple\"\n", maxEntries)
	_, err := parseSetup("f", []byte(text))
	if err == nil || !strings.Contains(err.Error(), "found 101 entries, expected at most 100") {
		t.Errorf("%v", err)
	}
}

// TestSetupsBegin checks that what New writes is a contest, for both rules.
func TestSetupsBegin(t *testing.T) {
	for _, rules := range []string{"2004", "2010"} {
		dir := filepath.Join(t.TempDir(), "contest")
		if err := New(dir, Start{Rules: rules}); err != nil {
			t.Fatal(err)
		}
		s, err := readSetup(dir)
		if err != nil {
			t.Fatal(err)
		}
		if s.Rules != rules || len(s.Entries) != 4 || len(s.Judges) != 4 ||
			len(s.Confederates) != 4 {
			t.Errorf("found %+v", s)
		}
		if err := New(dir, Start{Rules: rules}); err == nil || !strings.Contains(err.Error(),
			"expected a new folder") {
			t.Errorf("a second time: %v", err)
		}
	}
	if err := New(t.TempDir(), Start{Rules: "1991"}); err == nil {
		t.Error("rules that nobody knows are accepted")
	}
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
