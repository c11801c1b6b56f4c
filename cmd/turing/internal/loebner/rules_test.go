package loebner

import (
	"slices"
	"strings"
	"testing"

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
		{"2009", Ranks, "judge", "met", []string{Totals}, []int{3000}, 0, 0, 10},
		{"2010", Choice, "judge", "met", []string{Ranks}, []int{3000, 1000, 750, 250}, 2, 2, 25},
		{"2012", Ranks, "judge", "met", []string{Totals}, []int{5000, 1000, 750, 250}, 0.5, 0.5, 25},
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
			(r.Conversation.Opening != "") != (c.first == "entity") {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
	const names = "2004 2009 2010 2012 2014 2015 2016 2017 three-party two-party"
	suite.Equal(t, "there are rules of", strings.Join(RuleSets(), " "), names)
	if _, err := RulesOf("2003"); err == nil || !strings.Contains(err.Error(), "expected one of 2004, 2009") {
		t.Errorf("2003: %v", err)
	}
}

func TestRulesRefused(t *testing.T) {
	text := suite.Must(RulesText("2004"))(t)
	for _, c := range []struct{ old, with, want string }{
		{`name = "2004"`, `name = ""`, `f:3: found name = "", expected a name of up to 64 characters`},
		{"points = 100", "points = 0", "f:70: found judging.points = 0, expected a whole number …"},
		{"least = 51 ", "least = 50 ", "f:71: found judging.least = 50, expected more than half …"},
		{`"points", "semifinal"`, `"points", "ranks"`, `f:73: found judging.ties[1] = "ranks", …`},
		{`"points", "semifinal"`, `"points", "points"`, `f:73: found judging.ties[1] = "points", …`},
		{"minutes = 25", "minutes = -1", "f:55: found conversation.minutes = -1, …"},
		{"minutes = 25", "minutes = nan", "f:55: found conversation.minutes = NaN, …"},
		{"minutes = 25", "minuets = 25", `f:55: found the key "conversation.minuets", …`},
		{"minutes = 25", "minutes = ", "f:55: …"},
		{"from = 33", "from = 34", "f:33: found admission[5].from = 34, expected 33: …"},
		{"keep = 8", "keep = 0", "f:40: found stage[0].keep = 0, …"},
		{`format = "points"`, `format = "stars"`, `f:69: found judging.format = "stars", …`},
		{`stages = ["Final Four"]`, `stages = ["Final"]`, `f:20: found admission[2].stages[0] = …`},
		{"place = 1", "place = 2", "f:78: found prize[0].place = 2, expected 1: places in order"},
		{`for = "winner"`, `for = "all"`, `f:86: found silver.for = "all", expected winner or any`},
		{`ranking = "none"`, `ranking = "all"`, `f:72: found judging.ranking = "all", …`},
		{`format = "points"`, `format = "ranks"`, `f:72: found judging.ranking = "none", expected met …`},
		{`how = "pairs"`, `how = "witnesses"`, `f:49: found stage[2].how = "witnesses", expected pairs, where …`},
		{`how = "interviews"`, `how = "pairs"`, `f:37: found stage = 2, expected one stage of pairs …`},
		{"judges = 2 ", "judges = 2.5 ", "f:85: found silver.judges = 2.5, expected a whole number …"},
		{"amount = 2000", "amount = -5", "f:79: found prize[0].amount = -5, …"},
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
		{"2010", 0, CarriedOver, "", 0},
		{"2010", 1, "", "Final Four", 1},
		{"2010", 4, "", "Final Four", 4},
		{"2010", 5, "", "Screening, Final Four", 5},
		{"2010", 16, "", "Screening, Final Four", 16},
		{"2010", 17, "", "Screening, Final Four", 16},
		{"two-party", 300, "", "Study", 300},
	} {
		names := Labels("", c.n)
		a := mustRules(t, c.year).Admit(names)
		if a.Outcome != c.outcome || strings.Join(a.Stages, ", ") != c.stages ||
			!slices.Equal(a.Admitted, names[:c.first]) {
			t.Errorf("%s with %d: %+v", c.year, c.n, a)
		}
		if c.year == "2004" && (a.Prize != 0) != (c.n < 2) || a.Prize != 0 && a.Prize != 2000 && c.year == "2004" {
			t.Errorf("%s with %d: %d are won or carried over", c.year, c.n, a.Prize)
		}
		if (a.Winner != "") != (c.outcome == Wins) || a.Winner != "" && a.Medal != "bronze" {
			t.Errorf("%s with %d: %+v", c.year, c.n, a)
		}
	}
	rules := mustRules(t, "2004") // rules may carry the prize over although there is an entry
	rules.Admission[0].To = 1
	rules.Admission = slices.Delete(rules.Admission, 1, 2)
	a := rules.Admit([]string{"A"})
	if a.Outcome != CarriedOver || a.Winner != "" || a.Prize != 2000 || len(a.Admitted) > 0 {
		t.Errorf("%+v", a)
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
			if a := r.Admit(Labels("", n)); len(a.Admitted) > n || a.Prize < 0 {
				t.Errorf("%d entries: %+v", n, a)
			}
		}
	})
}
