package loebner

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/google/go-cmp/cmp"
)

func TestEmbeddedRules(t *testing.T) {
	for _, c := range []struct {
		name, format, first, ranking string
		ties                         []string
		prizes                       []int
		judges, others, minutes      float64
	}{
		{"2004", Points, "entity", "none", []string{Points, Semifinal}, []int{2000}, 2, 0, 25},
		{"2005", Points, "entity", "met", []string{Ranks, Semifinal}, []int{3000}, 2, 0, 25},
		{"2006", Points, "entity", "met", []string{Ranks, Semifinal}, []int{2250, 250, 250, 250}, 2, 0, 27},
		{"2007", Ranks, "judge", "met", []string{Totals}, []int{2250, 250, 250, 250}, 0, 0, 25},
		{"2009", Ranks, "judge", "met", []string{Totals}, []int{3000}, 0, 0, 10},
		{"2010", Choice, "judge", "met", []string{Ranks}, []int{3000, 1000, 750, 250}, 2, 2, 25},
		{"2011", Ranks, "judge", "met", []string{Totals}, []int{4000, 1000, 500, 250}, 2, 2, 25},
		{"2012", Ranks, "judge", "met", []string{Totals}, []int{5000, 1000, 750, 250}, 0.5, 0.5, 25},
		{"2013", Ranks, "judge", "entries", []string{Totals}, []int{4000, 1000, 750, 250}, 0.5, 0.5, 25},
		{"2014", Ranks, "judge", "entries", []string{Totals}, []int{4000, 1500, 1000, 500}, 0.5, 0, 25},
		{"2017", Ranks, "judge", "entries", []string{Totals}, []int{4000, 1500, 1000, 500}, 0.5, 0, 25},
	} {
		r := mustRules(t, c.name)
		var prizes []int
		for _, p := range r.Prizes {
			prizes = append(prizes, p.Amount)
		}
		j := r.Judging
		if j.Format != c.format || j.Ranking != c.ranking || r.Conversation.First != c.first ||
			!cmp.Equal(j.Ties, c.ties) || !cmp.Equal(prizes, c.prizes) ||
			r.Silver.Judges != c.judges || r.Silver.Confederates != c.others ||
			(r.Silver.Amount == 25000) != (c.judges > 0) || r.Prizes[0].Medal != "bronze" ||
			r.Conversation.Minutes != c.minutes || r.Conversation.Break != 5 ||
			r.Conversation.Restricted() != (c.first == "entity") {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
	const names = "2004 2005 2006 2007 2009 2010 2011 2012 2013 2014 2015 2016 2017 three-party two-party"
	suite.Equal(t, "there are rules of", strings.Join(RuleSets(), " "), names)
	if _, err := RulesOf("2003"); err == nil || !strings.Contains(err.Error(), "expected one of 2004, 2005") {
		t.Errorf("2003: %v", err)
	}
}

func TestRulesRefused(t *testing.T) {
	text := suite.Must(RulesText("2004"))(t)
	for _, c := range []struct{ old, with, want string }{
		{`name = "2004"`, `name = ""`, `f:3: found name = "", expected a name of up to 64 characters`},
		{"points = 100", "points = 0", "f:73: found judging.points = 0, expected a whole number …"},
		{"least = 51 ", "least = 50 ", "f:74: found judging.least = 50, expected more than half …"},
		{`"points", "semifinal"`, `"points", "ranks"`, `f:76: found judging.ties[1] = "ranks", …`},
		{`"points", "semifinal"`, `"points", "points"`, `f:76: found judging.ties[1] = "points", …`},
		{"minutes = 25", "minutes = -1", "f:58: found conversation.minutes = -1, …"},
		{"minutes = 25", "minutes = nan", "f:58: found conversation.minutes = NaN, …"},
		{"minutes = 25", "minuets = 25", `f:58: found the key "conversation.minuets", …`},
		{"minutes = 25", "minutes = ", "f:58: …"},
		{"from = 33", "from = 34", "f:36: found admission[5].from = 34, expected 33: …"},
		{"keep = 8", "keep = 0", "f:43: found stage[0].keep = 0, …"},
		{`format = "points"`, `format = "stars"`, `f:72: found judging.format = "stars", …`},
		{`stages = ["Final Four"]`, `stages = ["Final"]`, `f:23: found admission[2].stages[0] = …`},
		{"place = 1", "place = 2", "f:81: found prize[0].place = 2, expected 1: places in order"},
		{`for = "winner"`, `for = "all"`, `f:89: found silver.for = "all", expected winner or any`},
		{`ranking = "none"`, `ranking = "all"`, `f:75: found judging.ranking = "all", …`},
		{`format = "points"`, `format = "ranks"`, `f:75: found judging.ranking = "none", expected met …`},
		{`how = "pairs"`, `how = "witnesses"`, `f:52: found stage[2].how = "witnesses", expected pairs, where …`},
		{`how = "interviews"`, `how = "pairs"`, `f:40: found stage = 2, expected one stage of pairs …`},
		{"judges = 2 ", "judges = 2.5 ", "f:88: found silver.judges = 2.5, expected a whole number …"},
		{"amount = 2000", "amount = -5", "f:82: found prize[0].amount = -5, …"},
		{`name = "2004"`, strings.Repeat("# long\n", 20_000), "f: found more than 65536 bytes, …"},
	} {
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("the rules have no %s", c.old)
		}
		_, err := ReadRules(strings.NewReader(strings.Replace(string(text), c.old, c.with, 1)), "f")
		suite.Fails(t, c.with, err, c.want)
	}
}

func TestAdmit(t *testing.T) {
	for _, c := range []struct {
		year    string
		n       int
		outcome string
		stages  string
		first   int // how many are admitted
	}{
		{"2004", 0, CarriedOver, "", 0},
		{"2004", 1, Wins, "", 1},
		{"2004", 2, "", "Final Four", 2},
		{"2004", 4, "", "Final Four", 4},
		{"2004", 5, "", "Prelim Eight, Final Four", 5},
		{"2004", 8, "", "Prelim Eight, Final Four", 8},
		{"2004", 9, "", "Prescreening, Prelim Eight, Final Four", 9},
		{"2004", 32, "", "Prescreening, Prelim Eight, Final Four", 32},
		{"2004", 40, "", "Prescreening, Prelim Eight, Final Four", 32},
		{"2006", 0, CarriedOver, "", 0},
		{"2006", 1, Wins, "", 1},
		{"2010", 0, CarriedOver, "", 0},
		{"2010", 1, "", "Final Four", 1},
		{"2010", 4, "", "Final Four", 4},
		{"2010", 5, "", "Screening, Final Four", 5},
		{"2010", 16, "", "Screening, Final Four", 16},
		{"2010", 17, "", "Screening, Final Four", 16},
	} {
		day, err := time.Parse(time.DateOnly, c.year+"-06-05")
		suite.OK(t, err)
		list := []Entrant{{Name: "never", Stamp: day}}
		for i := range c.n { // the last in the list was mailed first
			list = append(list, Entrant{Name: fmt.Sprint("e", i), Compliant: true,
				Stamp: day.Add(time.Duration(c.n-i) * time.Minute)})
		}
		a := suite.Must(mustRules(t, c.year).Admit(list))(t)
		if a.Compliant != c.n || a.Outcome != c.outcome || strings.Join(a.Stages, ", ") != c.stages ||
			len(a.Admitted) != c.first {
			t.Errorf("%s with %d: %+v", c.year, c.n, a)
		}
		if c.n < 2 && c.year < "2010" && a.Prize != 2000 {
			t.Errorf("%s with %d: %d are won or carried over", c.year, c.n, a.Prize)
		}
		if c.first > 0 && a.Admitted[0] != fmt.Sprint("e", c.n-1) {
			t.Errorf("%s with %d: %s comes first", c.year, c.n, a.Admitted[0])
		}
	}
}

func TestAdmitDetails(t *testing.T) {
	const head = "name,postmark,compliant,people,invited\n"
	read := func(text string) []Entrant {
		list, _, err := ReadEntries(strings.NewReader(head+text), "f")
		suite.OK(t, err)
		return list
	}
	a, err := mustRules(t, "2010").Admit(read("A,2010-05-02,yes,,\nB,2010-05-03 10:00,yes,Ann; Bob,\n" +
		"C,2010-06-07 23:59,yes,Bob,\nD,2010-06-08,yes,,\nE,2010-06-01,no,,\nF,2010-06-07,yes,Cy,"))
	suite.OK(t, err)
	got := fmt.Sprint(a.Admitted)
	for _, e := range a.Entries {
		got += "; " + e.Name + ": " + e.Reason
	}
	want := "[B F]; A: mailed before 2010-05-03; B: ; E: not compliant; F: ; " +
		"C: Bob is associated with B, too; D: mailed after 2010-06-07"
	if got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	many := ""
	for i := range 34 {
		invited := "no"
		if i == 33 {
			invited = "yes"
		}
		many += fmt.Sprintf("e%d,2004-01-01,yes,,%s\n", i, invited)
	}
	a, err = mustRules(t, "2004").Admit(read(many))
	suite.OK(t, err)
	if len(a.Admitted) != 33 || a.Admitted[32] != "e33" || a.Entries[32].Reason != "not among the first 32" ||
		len(a.Notes) != 1 || !strings.HasPrefix(a.Notes[0], "e32 has the same time stamp") {
		t.Errorf("%+v", a)
	}
	for _, c := range []struct{ text, want string }{
		{"A,3 May,yes,,", `f:2: found postmark "3 May", expected a day such as 2010-05-03, …`},
		{"A,2010-05-03,maybe,,", `f:2: found compliant "maybe", expected yes or no`},
		{",2010-05-03,yes,,", `f:2: found name "", expected a name …`},
		{"A,2010-05-03,yes,,\nA,2010-05-03,yes,,", `f:3: found a second entry "A", …`},
		{"A,2010-05-03,yes,,x", `f:2: found invited "x", expected yes or no`},
	} {
		_, _, err := ReadEntries(strings.NewReader(head+c.text), "f")
		suite.Fails(t, c.text, err, c.want)
	}
}

// Rules may carry the prize over although there is an entry.
func TestTooFewEntries(t *testing.T) {
	rules := mustRules(t, "2004")
	rules.Admission[0].To = 1
	rules.Admission = slices.Delete(rules.Admission, 1, 2)
	a, err := rules.Admit([]Entrant{{Name: "A", Compliant: true}})
	if err != nil || a.Outcome != CarriedOver || a.Winner != "" || a.Prize != 2000 || len(a.Admitted) > 0 {
		t.Errorf("%+v, %v", a, err)
	}
}

func FuzzReadRules(f *testing.F) {
	for _, name := range RuleSets() {
		text := suite.Must(RulesText(name))(f)
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadRules(strings.NewReader(text), "f")
		if err != nil {
			return
		}
		for n := range 40 { // rules that are read say what happens with any number of entries
			list := make([]Entrant, n)
			for i := range list {
				list[i] = Entrant{Name: fmt.Sprint(i), Compliant: true}
			}
			if _, err := r.Admit(list); err != nil {
				t.Errorf("%d entries: %v", n, err)
			}
		}
	})
}

func FuzzReadEntries(f *testing.F) {
	f.Add("name,postmark,compliant\nA,2010-05-03,yes\n")
	rules := mustRules(f, "2010")
	f.Fuzz(func(t *testing.T, text string) {
		list, _, err := ReadEntries(strings.NewReader(text), "f")
		if err != nil {
			return
		}
		if a, err := rules.Admit(list); err == nil && len(a.Entries) != len(list) {
			t.Errorf("%+v", a)
		}
	})
}
