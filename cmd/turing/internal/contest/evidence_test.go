package contest

import (
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/suite"
)

// changed replaces a text of a line of a file, from 1, or of any line if that is 0.
func changed(t *testing.T, dir, name string, line int, old, new string) {
	t.Helper()
	lines := strings.SplitAfter(read(t, dir, name), "\n")
	for i, s := range lines {
		if (line == 0 || line == i+1) && strings.Contains(s, old) {
			lines[i] = strings.Replace(s, old, new, 1)
			write(t, dir, name, strings.Join(lines, ""))
			return
		}
	}
	t.Fatalf("%s:%d has no %q", name, line, old)
}

// verified returns the faults of a contest, a line each.
func verified(t *testing.T, dir string) string {
	t.Helper()
	v := suite.Must(Verify(dir))(t)
	var b strings.Builder
	for _, f := range v.Faults {
		fmt.Fprintf(&b, "%s:%d: %s\n", f.File, f.Line, f.What)
	}
	suite.Equal(t, "valid", v.Valid, len(v.Faults) == 0)
	return b.String()
}

// TestVerify changes one thing at a time in the folder of a contest that is over. Each must be
// found with its file and line, and a run must not write other results without a word.
func TestVerify(t *testing.T) {
	dir := folder(t, fast)
	suite.Must(Run(t.Context(), dir, Options{}))(t)
	journal := read(t, dir, journalFile)
	n := strings.Count(journal[:strings.Index(journal, `"event":"ballot"`)], "\n") + 1
	last := strings.Count(journal, "\n")
	remove := func(dir string, from, to int) {
		lines := strings.SplitAfter(read(t, dir, journalFile), "\n")
		write(t, dir, journalFile, strings.Join(slices.Delete(lines, from-1, to), ""))
	}
	for _, c := range []struct {
		what string
		do   func(dir string)
		want string // of verify
		runs bool   // whether a run writes results
	}{
		{"nothing", func(string) {}, "", true},
		{"a word of a ballot", func(dir string) { changed(t, dir, journalFile, n, `"human":"`, `"human":"x`) },
			fmt.Sprintf("journal.jsonl:%d: found a line with the sum ", n), false},
		{"a sum", func(dir string) { changed(t, dir, journalFile, n, `"prev":"`, `"prev":"0`) },
			fmt.Sprintf("journal.jsonl:%d: found a line with the sum ", n-1), false},
		{"no sum", func(dir string) { changed(t, dir, journalFile, n, `"prev":"`, `"was":"`) },
			fmt.Sprintf("journal.jsonl:%d: found a line without the sum ", n), false},
		{"not JSON", func(dir string) { changed(t, dir, journalFile, n, `{`, ``) },
			fmt.Sprintf("journal.jsonl:%d: found ", n), false},
		{"a line removed", func(dir string) { remove(dir, n, n) },
			fmt.Sprintf("journal.jsonl:%d: found a line with the sum ", n-1), false},
		{"the first line removed", func(dir string) { remove(dir, 1, 1) },
			"journal.jsonl:0: found a line with the sum ", false},
		{"the last lines removed", func(dir string) { remove(dir, last-1, last) },
			fmt.Sprintf("journal.jsonl:0: found %d lines with the sum ", last-2), false},
		{"a line added", func(dir string) { changed(t, dir, journalFile, n, "\n", "\n{\"event\":\"closed\",\"round\":9}\n") },
			fmt.Sprintf("journal.jsonl:%d: found a line without the sum ", n+1), false},
		{"the last line", func(dir string) { changed(t, dir, journalFile, last, `:"20`, `:"10`) },
			fmt.Sprintf("journal.jsonl:0: found %d lines with the sum ", last), false},
		{"a key of a log", func(dir string) { changed(t, dir, "rounds/1/J1/log.txt", 0, " left ", " right ") },
			"rounds/1/J1/log.txt:0: found a log with the sum ", false},
		{"what a judge saw", func(dir string) { changed(t, dir, "rounds/2/J2/keys.txt", 0, " left ", " right ") },
			"rounds/2/J2/keys.txt:0: found a log with the sum ", false},
		{"no log", func(dir string) { suite.OK(t, os.Remove(filepath.Join(dir, "rounds/1/J1/log.txt"))) },
			"rounds/1/J1/log.txt:0: found no such file, expected a log with ", false},
		{"a result", func(dir string) { changed(t, dir, resultsFile, 0, `"voted": true`, `"voted": false`) },
			`"voted\": false,", expected "      \"voted\": true,", as the journal has it` + "\n", true},
		{"a table", func(dir string) { changed(t, dir, "verdicts.csv", 3, ",", ",9") }, "verdicts.csv:3: found ", true},
		{"no table", func(dir string) { suite.OK(t, os.Remove(filepath.Join(dir, "ranks.csv"))) },
			"ranks.csv:0: found no such file, expected results", true},
		{"the seed", func(dir string) { write(t, dir, SetupFile, "seed = 4\n"+fast) },
			"contest.toml:0: found changes since the contest began", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			whole, dir := dir, filepath.Join(t.TempDir(), "copy")
			suite.OK(t, os.CopyFS(dir, os.DirFS(whole)))
			c.do(dir)
			found := verified(t, dir)
			if c.want == "" && found != "" || !strings.Contains(found, c.want) {
				t.Errorf("found\n%sexpected %q", found, c.want)
			}
			before := read(t, dir, resultsFile)
			_, err := Run(t.Context(), dir, Options{})
			if c.runs != (err == nil) || err != nil && read(t, dir, resultsFile) != before {
				t.Errorf("a run ends with %v", err)
			}
			if c.runs {
				suite.Equal(t, "faults after a run", verified(t, dir), "")
			}
		})
	}
}

// TestSums computes the sums of a journal and of logs as anybody can.
func TestSums(t *testing.T) {
	dir := folder(t, fast)
	x := results(t, dir, Options{})
	sum := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	before := ""
	for line := range strings.Lines(read(t, dir, journalFile)) {
		if !strings.HasSuffix(line, fmt.Sprintf("\"prev\":%q}\n", sum(before))) {
			t.Errorf("found %s, expected the sum %s", line, sum(before))
		}
		before = line
	}
	suite.Equal(t, "the sum", x.Evidence.Sum, sum(before))
	suite.Equal(t, "logs", len(x.Evidence.Logs), 2*len(x.Comparisons))
	for name, want := range x.Evidence.Logs {
		suite.Equal(t, name, want, sum(read(t, dir, name)))
	}
	digits := regexp.MustCompile(`[0-9a-f]{4}( [0-9a-f]{4}){7}`).FindString(read(t, dir, "certificate.html"))
	suite.Equal(t, "the sum on the certificate", strings.ReplaceAll(digits, " ", ""), sum(before)[:32])
	suite.Has(t, "the page", read(t, dir, "results.html"), digits)
}

// TestEarlierJournals goes on with a journal of an earlier version, whose lines have no sums.
func TestEarlierJournals(t *testing.T) {
	dir := folder(t, fast)
	x := results(t, dir, Options{})
	plain := regexp.MustCompile(`,"(prev":"\w+"|sums":\{[^}]*\})`).ReplaceAllString(read(t, dir, journalFile), "")
	lines := strings.SplitAfter(plain, "\n")
	write(t, dir, journalFile, plain)
	suite.OK(t, os.Remove(filepath.Join(dir, resultsFile)))
	y := results(t, dir, Options{})
	if y.Evidence.From != 0 || len(y.Evidence.Logs) != 0 || y.Headline() != x.Headline() {
		t.Errorf("found %+v, expected nothing but the sum of the journal", y.Evidence)
	}
	suite.Equal(t, "the sum", y.Evidence.Sum, fmt.Sprintf("%x", sha256.Sum256([]byte(lines[len(lines)-2]))))
	suite.Equal(t, "faults", verified(t, dir), "")
	changed(t, dir, journalFile, len(lines)-1, "20", "21")
	suite.Fails(t, "a change", suite.Err(Run(t.Context(), dir, Options{})), "…as results.json says…")

	last := len(lines) - 1 // without the end
	write(t, dir, journalFile, strings.Join(lines[:last-1], ""))
	suite.OK(t, os.Remove(filepath.Join(dir, resultsFile)))
	z := results(t, dir, Options{})
	suite.Equal(t, "the first line with a sum", z.Evidence.From, last)
	suite.Equal(t, "faults", verified(t, dir), "")
	changed(t, dir, journalFile, last-1, "20", "21")
	suite.Has(t, "a change of the line before", verified(t, dir),
		fmt.Sprintf("journal.jsonl:%d: found a line with the sum ", last-1))
}

// TestNoNulls checks that every list in the results is a list, also when it is empty.
func TestNoNulls(t *testing.T) {
	for _, setup := range []string{fast, described("rules = \"2004\""), described("rules = \"2004\"", "entry|Eliza|eliza"),
		described("rules = \"two-party\"\nspeed = 500\nmissing = \"void\"", "entry|Eliza|eliza", "confederate|Ann|script",
			"judge|Bob|script:never")} {
		noNulls(t, "results", reflect.ValueOf(results(t, folder(t, setup), Options{})))
	}
}

func noNulls(t *testing.T, where string, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			noNulls(t, where, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !strings.Contains(f.Tag.Get("json"), "omit") {
				noNulls(t, where+"."+f.Name, v.Field(i))
			}
		}
	case reflect.Slice, reflect.Map:
		if v.IsNil() {
			t.Errorf("%s is null", where)
		}
		for i := 0; v.Kind() == reflect.Slice && i < v.Len(); i++ {
			noNulls(t, where, v.Index(i))
		}
	}
}

// tableOf reads a table as a list of rows by column.
func tableOf(t *testing.T, dir, name string) (rows []map[string]string) {
	t.Helper()
	all := suite.Must(csv.NewReader(strings.NewReader(read(t, dir, name))).ReadAll())(t)
	for _, cells := range all[1:] {
		row := make(map[string]string)
		for k, name := range all[0] {
			row[name] = cells[k]
		}
		rows = append(rows, row)
	}
	return rows
}

// TestNothingForTheLeft checks that no points for the left terminal are a verdict, also where it is
// void or corrected.
func TestNothingForTheLeft(t *testing.T) {
	c := start(t, described("rules = \"2004\"\nseed = 4", "entry|Eliza|eliza", "confederate|Ann|script",
		"judge|Bob|script:never", "judge|Dora|script:never"))
	stage := c.rules.Stages[slices.IndexFunc(c.rules.Stages, func(s loebner.Stage) bool { return s.How == loebner.Pairs })]
	events := []event{{Kind: eventPlanned, Stage: stage.Name, Plan: &plan{Finalists: []string{"Eliza"},
		Rounds: [][]pair{{{"J1", "E1", "C1"}}, {{"J2", "E1", "C1"}}}}}}
	for i, judge := range []string{"J1", "J2"} {
		for _, b := range []ballot{{}, {Void: "it was down"}, {Left: 60, Corrected: true}}[:i+2] {
			if i == 1 && b.Void != "" {
				continue
			}
			events = append(events, event{Kind: eventBallot, Stage: stage.Name, Round: i + 1, Judge: judge, Ballot: &b})
		}
	}
	for _, e := range events {
		suite.OK(t, c.record(e))
	}
	void, corrected := c.round(stage, 1).tables[0].comparison(), c.round(stage, 2).tables[0].comparison()
	if !void.given || void.Voted || void.EntryPoints == nil {
		t.Errorf("the void verdict: %+v", void)
	}
	suite.Equal(t, "the earlier verdict", corrected.Earlier, "0 points for the left terminal")
}

// TestMarkedVerdicts holds a study with a verdict that is corrected, one that is void, a silent
// entry, and a judge who is excluded afterwards. Tables have all verdicts with their marks, and
// pass rates only those that count.
func TestMarkedVerdicts(t *testing.T) {
	dir := folder(t, described("rules = \"two-party\"\nspeed = 100\n[clock]\nminutes = 2\nbreak = 0.1",
		"entry|Good|fixed:Yes.", "entry|Mute|lpp: sleep 600 #", "confederate|Ann|script", "judge|Cas|script:never",
		"judge|Dora|script:never", "judge|Eve|script:never", "judge|Fay|script:never"))
	suite.Fails(t, "no votes", suite.Err(Run(t.Context(), dir, Options{})), "…12 missing votes…")
	c := suite.Must(open(dir, Options{}))(t)
	stage, _ := c.stage("Study")
	sure, surer := 95, 60
	for x := range c.tables(stage) {
		list := []ballot{{Is: "machine", Confidence: &sure, Reason: "slow"}}
		switch {
		case x.Judge == "J1" && x.Entry == "E1":
			list = []ballot{{Is: "human", Confidence: &sure, Reason: "spelt like one"},
				{Is: "machine", Confidence: &surer, Reason: "too quick", Corrected: true, Note: "the judge corrected it"}}
		case x.Judge == "J2" && x.Entry == "E1":
			list = append(list, ballot{Is: "machine", Confidence: &sure, Void: "the wrong page"})
		case x.Judge == "J3" && x.Entry == "E1":
			list = append(list, ballot{Void: "table skipped"})
		}
		for _, b := range list {
			suite.OK(t, c.record(event{Kind: eventBallot, Stage: stage.Name, Round: x.number, Judge: x.Judge, Ballot: &b}))
		}
	}
	suite.OK(t, c.record(event{Kind: eventConsent, Who: "J1"}))
	c.close()
	x := results(t, dir, Options{})
	rate := func(list []loebner.Rate, who string) string {
		for _, r := range list {
			if r.Witness == who {
				return fmt.Sprintf("%d of %d", r.Human, r.Of)
			}
		}
		return "none"
	}
	suite.Equal(t, "all programs", rate(x.Rates, loebner.AllPrograms), "0 of 6")
	suite.Equal(t, "a silent entry", rate(x.Rates, "Mute"), "0 of 4")
	suite.Equal(t, "without silent entries", rate(x.Answered, "Mute"), "none")
	suite.Has(t, "what is printed", x.Text(), "without conversations in which the entry was silent:")

	journal := read(t, dir, journalFile)
	write(t, dir, judgesFile, "Judge;Excluded;age;first language\nJ4;failed the attention check;31;French\nCas;;52;\n")
	x = results(t, dir, Options{})
	suite.Equal(t, "the journal", read(t, dir, journalFile), journal)
	suite.Equal(t, "without the excluded judge", rate(x.Rates, loebner.AllPrograms), "0 of 4")
	suite.Equal(t, "faults", verified(t, dir), "")
	rows := tableOf(t, dir, "verdicts.csv")
	suite.Equal(t, "rows", len(rows), 12)
	for _, r := range rows {
		want := map[string]string{"verdict": "machine", "correct": fmt.Sprint(r["confederate"] == ""), "confidence": "95",
			"reason": "slow", "corrected": "", "void": "", "excluded": "", "judge_age": "",
			"judge_first language": ""}
		if r["entry"] == "Mute" {
			want["silent"] = "true"
		}
		switch r["judge"] + " " + r["entry"] {
		case "Cas Good":
			want["corrected"], want["confidence"], want["reason"] = "true", "60", "too quick"
		case "Dora Good":
			want["void"], want["reason"] = "the wrong page", ""
		case "Eve Good":
			want["void"] = "table skipped" // of a ballot that says nothing else
		}
		switch r["judge"] {
		case "Fay":
			want["excluded"], want["judge_age"], want["judge_first language"] = "failed the attention check", "31", "French"
		case "Cas":
			want["judge_age"] = "52"
		}
		for name, cell := range want {
			suite.Equal(t, fmt.Sprint(r["judge"], " on ", r["entry"], r["confederate"], ": ", name), r[name], cell)
		}
		suite.Equal(t, "consent", r["consent"] != "", r["judge"] == "Cas")
	}
	page := read(t, dir, "results.html")
	suite.Has(t, "the page", page,
		"the ballot of Cas was corrected: the judge corrected it; it was human, 95 of 100 sure, “spelt like one” (round ",
		"the verdict of Dora is void: the wrong page; it was machine (round ",
		"the verdict of Eve is void: table skipped; it was machine (round ",
		"Without silent entries", "Pass rates leave out J4 (Fay): failed the attention check.", "excluded: failed the")

	for text, want := range map[string]string{
		"judge,excluded\nJ9,x\n":     "…judges.csv:2: found the judge \"J9\", expected a label such as J1…",
		"judge\nJ1\nCas\n":           "…judges.csv:3: found the judge \"Cas\" again, expected each judge once",
		"name,excluded\nCas,silly\n": "…judges.csv:1: found no column \"judge\", expected the columns judge…",
	} {
		write(t, dir, judgesFile, text)
		suite.Fails(t, text, suite.Err(Run(t.Context(), dir, Options{})), want)
	}
}

// TestFaultsInWords checks that faults name no folder of the organiser and are told once.
func TestFaultsInWords(t *testing.T) {
	list := texts([]fault{
		{Who: "Bot", What: `open /home/ann/contest/entries/bot/model.bin: no such file`},
		{Who: "Bot", What: `open /home/ann/contest/entries/bot/model.bin: no such file`},
		{Who: "Bot", What: `Post "http://127.0.0.1:8000/v1/chat/completions": EOF`},
		{Who: "Bot", What: strings.Repeat("x", 300)},
	})
	want := []string{"Bot: open model.bin: no such file", `Bot: Post "http://127.0.0.1:8000/v1/chat/completions": EOF`,
		"Bot: " + strings.Repeat("x", 200-1) + "…"}
	if !slices.Equal(list, want) {
		t.Errorf("found %q, expected %q", list, want)
	}
}
