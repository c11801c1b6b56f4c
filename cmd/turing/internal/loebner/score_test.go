package loebner

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/luna-rating/luna/internal/suite"
)

func mustRules(t testing.TB, name string) Rules {
	t.Helper()
	r := suite.Must(RulesOf(name))(t)
	return r
}

// ballotsOf makes a ballot for each cell of a square from digits: points in tens, or 1 for the
// entry and 0 for the confederate, row by row.
func ballotsOf(r Rules, digits string) []Ballot {
	var list []Ballot
	for i, t := range Square(4) {
		b := Ballot{Judge: t.Judge, Entry: t.Entry, Confederate: t.Confederate,
			Named: NamedConfederate}
		d := int(digits[i] - '0')
		if r.Judging.Format == Points {
			b.Points, b.Named = 10*d, ""
		} else if d == 1 {
			b.Named = NamedEntry
		}
		list = append(list, b)
	}
	return list
}

// ranksOf makes the ranks of a judge from the order of the participants, the most human first. A
// name that begins with = is tied with the one before.
func ranksOf(judge, order string) []Rank {
	var list []Rank
	for i, name := range strings.Fields(order) {
		k := Rank{Judge: judge, Participant: name, Rank: float64(i + 1)}
		if bare, tied := strings.CutPrefix(name, "="); tied {
			k.Participant, k.Rank = bare, list[i-1].Rank
		}
		list = append(list, k)
	}
	return list
}

func scored(t *testing.T, r Rules, ballots []Ballot, s Scoring) *Result {
	t.Helper()
	got := suite.Must(Score(r, ballots, s))(t)
	return got
}

// summary returns what matters of a result.
func summary(r *Result) string {
	var places []string
	for _, p := range r.Places {
		places = append(places, fmt.Sprintf("%d %s %d %g%s", p.Place, p.Entry, p.Total, p.Prize,
			strings.TrimRight(" "+p.Medal, " ")))
	}
	return fmt.Sprintf("%s%s by %s: %s; silver %v", r.Winner, strings.Join(r.Tied, "="), r.DecidedBy,
		strings.Join(places, ", "), r.SilverEntries)
}

func TestScore2004(t *testing.T) {
	rules := mustRules(t, "2004")
	for name, c := range map[string]struct {
		digits    string
		semifinal map[string]float64
		want      string
	}{
		"totals": {"4060" + "4040" + "4040" + "4040", nil,
			"E3 by totals: 1 E3 1 2000 bronze, 2 E1 0 0, 3 E2 0 0, 3 E4 0 0; silver []"},
		"silver": {"4060" + "4060" + "4040" + "4049", nil,
			"E3 by totals: 1 E3 2 2000 bronze, 2 E4 1 0, 3 E1 0 0, 4 E2 0 0; silver [E3]"},
		"points": {"6000" + "0700" + "0004" + "0000", nil,
			"E2 by points: 1 E2 1 2000 bronze, 2 E1 1 0, 3 E4 0 0, 4 E3 0 0; silver []"},
		"semi-final": {"6700" + "1000" + "0004" + "0000", map[string]float64{"E1": 2, "E2": 1.5},
			"E1 by semifinal: 1 E1 1 2000 bronze, 2 E2 1 0, 3 E4 0 0, 4 E3 0 0; silver []"},
		"undecided": {"6700" + "1000" + "0004" + "0000", nil,
			"E1=E2 by : 1 E1 1 1000, 1 E2 1 1000, 3 E4 0 0, 4 E3 0 0; silver []"},
		"no entry was named": {"4321" + "4321" + "4321" + "4321", nil,
			"E1 by points: 1 E1 0 2000 bronze, 2 E2 0 0, 3 E3 0 0, 4 E4 0 0; silver []"},
	} {
		got := scored(t, rules, ballotsOf(rules, c.digits), Scoring{Semifinal: c.semifinal})
		if name == "totals" { // E2 and E4 have 120 points both
			if got.Places[2].Place != 3 || *got.Places[0].Points != 180 {
				t.Errorf("%s: %+v", name, got.Places)
			}
		}
		if summary(got) != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, summary(got), c.want)
		}
	}
}

func TestScore2010(t *testing.T) {
	rules := mustRules(t, "2010")
	m := Square(4)
	humansFirst := "C1 C2 C3 C4 "
	ranks := func(orders ...string) []Rank {
		var list []Rank
		for i, order := range orders {
			list = append(list, ranksOf(label("J", i), humansFirst+order)...)
		}
		return list
	}
	same := "E2 E1 E3 E4"
	for name, c := range map[string]struct {
		digits string
		ranks  []Rank
		want   string
	}{
		"nobody fooled": {"0000" + "0000" + "0000" + "0000", ranks(same, same, same, same),
			"E2 by ranks: 1 E2 0 3000 bronze, 2 E1 0 1000, 3 E3 0 750, 4 E4 0 250; silver []"},
		"totals first": {"0001" + "0000" + "0000" + "0000", ranks(same, same, same, same),
			"E4 by totals: 1 E4 1 3000 bronze, 2 E2 0 1000, 3 E1 0 750, 4 E3 0 250; silver []"},
		"two silvers": {"1001" + "1001" + "0000" + "0010", ranks(same, same, same, same),
			"E1 by ranks: 1 E1 2 3000 bronze, 2 E4 2 1000, 3 E3 1 750, 4 E2 0 250; silver [E1 E4]"},
		"equal ranks": {"0000" + "0000" + "0000" + "0000",
			ranks("E1 E2 E3 E4", "E2 E1 E3 E4", "E1 E2 E4 E3", "E2 E1 E4 E3"),
			"E1=E2 by : 1 E1 0 2000, 1 E2 0 2000, 3 E3 0 500, 3 E4 0 500; silver []"},
		"no ranks": {"0000" + "0000" + "0000" + "1000", nil,
			"E1 by totals: 1 E1 1 3000 bronze, 2 E2 0 666.6666666666666, " +
				"2 E3 0 666.6666666666666, 2 E4 0 666.6666666666666; silver []"},
	} {
		got := scored(t, rules, ballotsOf(rules, c.digits), Scoring{Ranks: c.ranks, Matrix: m})
		if summary(got) != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, summary(got), c.want)
		}
	}
}

// A file of one's own decides what the printed rules leave open.
func TestScoreOptions(t *testing.T) {
	rules := mustRules(t, "2010")
	rules.Judging.TiedPrizes, rules.Judging.TiesFor = "open", "first"
	rules.Silver.For, rules.Silver.Confederates = "winner", 3
	ranks := ranksOf("J1", "C1 C2 C3 C4 E4 E3 E2 E1")
	for j := 1; j < 4; j++ {
		for _, k := range ranks[:8] {
			k.Judge = label("J", j)
			ranks = append(ranks, k)
		}
	}
	got := scored(t, rules, ballotsOf(rules, "1100"+"1100"+"0000"+"0000"), Scoring{Ranks: ranks})
	want := "E2 by ranks: 1 E2 2 3000 bronze, 2 E1 2 1000, 3 E3 0 0, 3 E4 0 0; silver []"
	if summary(got) != want {
		t.Errorf("%s, want\n%s", summary(got), want)
	}
}

func TestScoreProvisional(t *testing.T) {
	rules := mustRules(t, "2004")
	ballots := ballotsOf(rules, "6040404040404040")
	got := scored(t, rules, ballots[:14], Scoring{})
	if !slices.Equal(got.Missing, []string{"J4E3", "J4E4"}) || got.Winner != "E1" ||
		!strings.Contains(strings.Join(got.Notes, " "), "without 2 ballots (J4E3, J4E4)") {
		t.Errorf("%+v", got)
	}
}

func TestScoreRefuses(t *testing.T) {
	const head4, head10 = "judge,entry,confederate,entry_points\n",
		"judge,entry,confederate,named_human\n"
	for _, c := range []struct{ year, text, want string }{
		{"2004", head4 + "J1,E1,C1,50", "f:2: found 50 points for the entry and 50 for the " +
			"confederate, expected at least 51 for one of them: ties are forbidden"},
		{"2004", head4 + "J1,E1,C1,101", "f:2: found 101 points for the entry, expected from 0 to 100"},
		{"2004", head4 + "J1,E1,C1,60.5", `f:2: found entry_points "60.5", expected a whole number`},
		{"2004", head4 + "J1,E1,C1,-1", `f:2: found entry_points "-1", expected a whole number`},
		{"2004", head4 + "J1,E1,C1,", `f:2: found entry_points "", expected a whole number`},
		{"2004", head4 + "J1,E1,C1,60\n\nJ1,E1,C1,60", "f:4: found a second ballot of J1 on E1, " +
			"the first is on line 2, expected one"},
		{"2004", head4 + "J1,E1,E1,60", "f:2: found E1 as entry and confederate, …"},
		{"2004", head4 + "J1,E1,C1,60\nJ2,C1,E1,60", "f:2: found E1 as entry and confederate, expected two names"},
		{"2004", head4 + ",E1,C1,60", `f:2: found judge "", expected a name …`},
		{"2004", head4 + "J1,E1,C1,60,x", "f:2: found 5 cells, expected 4 as in the header"},
		{"2004", head4, "f: found no ballots, expected a row for each comparison"},
		{"2004", "", "f: found an empty file, expected the columns judge, entry, confederate and …"},
		{"2004", head10 + "J1,E1,C1,entry", `f:1: found no column "entry_points", expected the ` +
			"columns judge, entry, confederate and entry_points"},
		{"2010", head4 + "J1,E1,C1,60", `f:1: found no column "named_human", expected …`},
		{"2010", "judge,entry\nJ1,E1", `f:1: found no column "confederate", expected the columns …`},
		{"2010", head10 + "J1,E1,C1,E2", `f:2: found named_human "E2", expected entry or confederate`},
		{"2010", "judge,entry,confederate,named_human,entry\n", `f:1: found two columns "entry", …`},
	} {
		rules := mustRules(t, c.year)
		ballots, err := ReadBallots(strings.NewReader(c.text), "f", rules)
		if err == nil {
			_, err = Score(rules, ballots.List, Scoring{})
		}
		suite.Fails(t, c.text, err, c.want)
	}
	suite.Fails(t, "no ballots are scored", suite.Err(Score(mustRules(t, "2004"), nil, Scoring{})), "…")
}

// Column order, byte order mark, line ends, case and further columns do not matter.
func TestBallotsAreReadTolerantly(t *testing.T) {
	rules := mustRules(t, "2004")
	text := "\ufeffconfederate;Remark;Entry Points;judge;entry\r\n" +
		"c1;nice;60;j1;e01\r\n\r\nC2;;40;J1;E2\r\n"
	got, err := ReadBallots(strings.NewReader(text), "f", rules)
	suite.OK(t, err)
	want := []Ballot{
		{Judge: "J1", Entry: "E1", Confederate: "C1", Points: 60, Named: NamedEntry, place: place{"f", 2}},
		{Judge: "J1", Entry: "E2", Confederate: "C2", Points: 40, Named: NamedConfederate,
			place: place{"f", 4}},
	}
	if d := cmp.Diff(want, got.List, cmp.AllowUnexported(Ballot{}, place{})); d != "" {
		t.Error(d)
	}
}

// What is written is read again, and the result depends neither on the order of the ballots nor on
// the way that they are stored.
func TestScoreProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := suite.Must(RulesOf(rapid.SampledFrom(RuleSets()).Draw(t, "rules")))(t)
		digits := rapid.StringOfN(rapid.SampledFrom([]rune("012346789")), 16, 16, -1).Draw(t, "points")
		ballots := ballotsOf(rules, digits)
		scoring := Scoring{}
		if rules.Judging.Format == Ranks {
			for _, j := range Labels("J", 4) {
				order := rapid.Permutation(strings.Fields("C1 C2 C3 C4 E1 E2 E3 E4")).Draw(t, j)
				scoring.Ranks = append(scoring.Ranks, ranksOf(j, strings.Join(order, " "))...)
			}
		}
		want := suite.Must(Score(rules, ballots, scoring))(t)
		rand.New(rand.NewPCG(1, 2)).Shuffle(16, func(i, j int) {
			ballots[i], ballots[j] = ballots[j], ballots[i]
		})
		var b strings.Builder
		suite.OK(t, WriteBallots(&b, rules, ballots))
		again, err := ReadBallots(strings.NewReader(b.String()), "f", rules)
		suite.OK(t, err)
		got, err := Score(rules, again.List, scoring)
		if d := cmp.Diff(want, got, cmp.AllowUnexported(Result{})); err != nil || d != "" {
			t.Fatal(err, d)
		}
		checkPlaces(t, rules, got)
	})
}

// checkPlaces checks what holds for each result: totals fall, or mean ranks rise, all money of the
// prizes is given, and only an entry that nobody is tied with wins.
func checkPlaces(t *rapid.T, rules Rules, r *Result) {
	sum, want := 0.0, 0.0
	for i, p := range r.Places {
		sum += p.Prize
		if i == 0 {
			continue
		}
		before := r.Places[i-1]
		wrong := p.Total > before.Total
		if rules.Judging.Format == Ranks {
			wrong = *p.MeanRank < *before.MeanRank
		}
		if wrong || p.Place < before.Place {
			t.Fatalf("%+v follows %+v", p, before)
		}
	}
	for _, p := range rules.Prizes {
		want += float64(p.Amount)
	}
	if sum < want-1e-6 || sum > want+1e-6 {
		t.Fatalf("prizes of %v are given, of %v", sum, want)
	}
	if (r.Winner == "") != (len(r.Tied) > 1) || r.Winner == "" != (r.DecidedBy == "") {
		t.Fatalf("%+v", r)
	}
}

func FuzzReadBallots(f *testing.F) {
	f.Add("judge,entry,confederate,entry_points\nJ1,E1,C1,60\nJ2,E1,C4,30\n", false)
	f.Add("judge;entry;confederate;named_human\r\nJ1;E1;C1;entry\r\n", true)
	f.Add("judge,entry,confederate,verdict,void\nAnn,Eliza,,human,\nAnn,Eliza,Bob,entry,\n", true)
	f.Fuzz(func(t *testing.T, text string, choice bool) {
		rules := mustRules(t, "2004")
		if choice {
			rules = mustRules(t, "2010")
		}
		ballots, err := ReadBallots(strings.NewReader(text), "f", rules)
		if err != nil {
			return
		}
		RateBallots(ballots.List)
		r, err := Score(rules, ballots.List, Scoring{})
		if err == nil && len(r.Places) != len(r.Totals) {
			t.Errorf("%+v", r)
		}
	})
}

// The mean ranks are those that were published: of 2009 at loebner.net/Prizef/2009_Contest, of
// 2015 at aisb.org.uk/events/loebner-prize, of 2016 at
// www.square-bear.co.uk/mitsuku/loebner2016.htm, and of 2017 as those of 2015, as 13, 12, 8 and 7
// points, 5 less each judge's rank. The ranks of each judge were not published; these have the
// same sums. Those of 2016 make 38 of 40: judges gave equal ranks, written here by =.
func TestPublishedRanks(t *testing.T) {
	for _, c := range []struct {
		year, ranks, want string
	}{
		{"2009", "C1 C2 C3 Levy Carpenter Embar / C2 C1 C4 Levy Carpenter Embar / " +
			"C4 C3 C1 Levy Carpenter Embar / C2 C3 C4 Embar Carpenter Levy",
			"Levy by ranks: 1 Levy 0 3000 bronze, 2 Carpenter 0 0, 3 Embar 0 0; silver []; [4.5 5 5.5]"},
		{"2015", "Rose Mitsuku Izar Lisa / Rose Mitsuku Izar Lisa / Rose Mitsuku Izar Lisa / " +
			"Lisa Mitsuku Rose Izar", "Rose by ranks: 1 Rose 0 4000 bronze, 2 Mitsuku 0 1500, " +
			"3 Izar 0 750, 3 Lisa 0 750; silver []; [1.5 2 3.25 3.25]"},
		{"2016", "Mitsuku Tutor Rose Arckon / Mitsuku Tutor Rose Arckon / Mitsuku Tutor =Rose Arckon / " +
			"Arckon Mitsuku Tutor =Rose", "Mitsuku by ranks: 1 Mitsuku 0 4000 bronze, 2 Tutor 0 1500, " +
			"3 Rose 0 1000, 4 Arckon 0 500; silver []; [1.25 2.25 2.75 3.25]"},
		{"2017", "Mitsuku Midge Uberbot Rose / Mitsuku Midge Uberbot Rose / Mitsuku Midge Uberbot Rose / " +
			"Rose Midge Uberbot Mitsuku", "Mitsuku by ranks: 1 Mitsuku 0 4000 bronze, 2 Midge 0 1500, " +
			"3 Uberbot 0 1000, 4 Rose 0 500; silver []; [1.75 2 3 3.25]"},
	} {
		var ranks []Rank
		for i, order := range strings.Split(c.ranks, " / ") {
			ranks = append(ranks, ranksOf(label("J", i), order)...)
		}
		got := scored(t, mustRules(t, c.year), nil, Scoring{Ranks: ranks})
		var means []float64
		for _, p := range got.Places {
			means = append(means, *p.MeanRank)
		}
		if s := fmt.Sprintf("%s; %v", summary(got), means); s != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.year, s, c.want)
		}
	}
}

// Ranks decide before totals, which break ties; ranks of confederates are left out where only those
// of entries count; and half of the judges are enough for the silver medal.
func TestRanksFirst(t *testing.T) {
	rules := mustRules(t, "2015")
	ranks := func(orders ...string) (list []Rank) {
		for i, order := range orders {
			list = append(list, ranksOf(label("J", i), order)...)
		}
		return list
	}
	m := Square(4)
	for name, c := range map[string]struct {
		digits, want string
		ranks        []Rank
	}{
		"silver": {"1000" + "1000" + "0001" + "0000", "E2 by ranks: 1 E2 0 4000 bronze, 2 E1 2 1500, " +
			"3 E3 0 1000, 4 E4 1 500; silver [E1]", ranks("C1 E2 C2 E1 C3 C4 E3 E4", "E2 E1 E3 E4",
			"E2 E1 E3 E4 C4 C3 C2 C1", "C1 C2 C3 C4 E2 E1 E3 E4")},
		"ties by totals": {"1000" + "0000" + "0000" + "0000", "E1 by totals: 1 E1 1 4000 bronze, " +
			"2 E2 0 1500, 3 E3 0 750, 3 E4 0 750; silver []", ranks("E1 E2 E3 E4", "E2 E1 E4 E3",
			"E1 E2 E3 E4", "E2 E1 E4 E3")},
		"a judge without ranks": {"1000" + "1000" + "0000" + "0000", "E2 by ranks: 1 E2 0 4000 bronze, " +
			"2 E1 2 1500, 3 E3 0 1000, 4 E4 0 500; silver [E1]", ranks("E2 E1 E3 E4", "E2 E1 E3 E4",
			"E1 E2 E3 E4")},
		"no ranks": {"1000" + "1000" + "0000" + "0000", "E1=E2=E3=E4 by : 1 E1 2 0, 1 E2 0 0, " +
			"1 E3 0 0, 1 E4 0 0; silver [E1]", nil},
	} {
		got := scored(t, rules, ballotsOf(rules, c.digits), Scoring{Ranks: c.ranks, Matrix: m})
		if summary(got) != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, summary(got), c.want)
		}
	}
	if got := scored(t, rules, nil, Scoring{Ranks: ranks("E1 E2", "E1 E2")}); len(got.Missing) != 0 {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct {
		ranks []Rank
		want  string
	}{
		{nil, "found no ballots, expected one for each comparison"},
		{ranks("E1 E2", "E1"), "found no rank of E2 by J2, expected ranks of E1, E2"},
		{ranks("E1 C1 E2", "E1 E2 E2"), "found another rank of E2 by J2, expected one for …"},
	} {
		suite.Fails(t, "ranks alone", suite.Err(Score(rules, nil, Scoring{Ranks: c.ranks})), c.want)
	}
	text := scored(t, rules, nil, Scoring{Ranks: ranks("E1 E2", "E1 E2")}).Text()
	if want := `The winner is E1.

  place  entry  mean rank    prize   medal
      1     E1       1.00  US$4000  bronze
      2     E2       2.00  US$1500
`; text != want {
		t.Errorf("%s", text)
	}
}

func TestRanksRefused(t *testing.T) {
	rules := mustRules(t, "2010")
	var good strings.Builder
	good.WriteString("judge,participant,rank\n")
	for j := range 4 {
		for i, name := range strings.Fields("C1 C2 C3 C4 E1 E2 E3 E4") {
			fmt.Fprintf(&good, "J%d,%s,%d\n", j+1, name, i+1)
		}
	}
	for _, c := range []struct{ old, with, want string }{
		{"J4,E4,8\n", "", "f:32: found no rank of E4 by J4, expected ranks of C1, …"},
		{"J2,E4,8\n", "J2,E4,6\n", "f:16: found rank 7 by J2, expected each of 1, 2, 3 … once, or …"},
		{"J2,E4,8\n", "J2,E3,8\n", "f:17: found another rank of E3 by J2, expected one for each time that …"},
		{"J2,E4,8\n", "J2,E4,9\n", "f:17: found rank 9 by J2, expected each of 1, 2, …"},
		{"J2,E4,8\n", "J2,E4,x\n", `f:17: found rank "x", expected a number`},
		{"J2,E4,8\n", "J2,E7,8\n", "f:17: found participant E7, expected one whom J2 met: C1, …"},
		{"J4,E4,8\n", "J5,E4,8\n", "f:33: found judge J5, expected one who has ballots: J1, …"},
		{"J4,", "J3,", "f:26: found another rank of C1 by J3, …"},
	} {
		text := strings.ReplaceAll(good.String(), c.old, c.with)
		ranks, err := ReadRanks(strings.NewReader(text), "f")
		if err == nil {
			_, err = Score(rules, ballotsOf(rules, strings.Repeat("0", 16)), Scoring{Ranks: ranks})
		}
		suite.Fails(t, c.with, err, c.want)
	}
	ranks, err := ReadRanks(strings.NewReader(good.String()), "f")
	suite.OK(t, err)
	ballots := ballotsOf(rules, strings.Repeat("0", 16))
	if _, err := Score(rules, ballots, Scoring{Ranks: ranks}); err != nil {
		t.Error(err)
	}
	_, err = Score(rules, ballots, Scoring{Ranks: ranks[:24]})
	suite.Fails(t, "three judges", err, "f: found no ranks of J4, expected those of C1, …")
	old := mustRules(t, "2004")
	_, err = Score(old, ballotsOf(old, strings.Repeat("0", 16)), Scoring{Ranks: ranks})
	suite.Fails(t, "2004", err, "f:2: found ranks, expected none: …")
}

// TestTies checks which equal ranks are ties and which are mistakes, against trying all orders: a
// judge's ranks are right if some order of the participants, in groups of equals, gives each group
// the first of its places, or each the mean of its places.
func TestTies(t *testing.T) {
	rules := mustRules(t, "2015")
	ranksLike := func(values []float64) (list []Rank) {
		for i, v := range values {
			list = append(list, Rank{Judge: "J1", Participant: label("E", i), Rank: v})
		}
		return list
	}
	right := make(map[string]bool)
	for groups := range 8 { // bits: whether a place is in the group of the one before
		var first, mean [4]float64
		for start := 0; start < 4; {
			end := start + 1
			for end < 4 && groups>>(end-1)&1 == 1 {
				end++
			}
			for i := start; i < end; i++ {
				first[i], mean[i] = float64(start+1), float64(start+1+end)/2
			}
			start = end
		}
		right[fmt.Sprint(first)], right[fmt.Sprint(mean)] = true, true
	}
	for n := range 9 * 9 * 9 * 9 { // all lists of four of 0.5, 1, 1.5 … 4.5
		values := []float64{float64(n%9+1) / 2, float64(n/9%9+1) / 2, float64(n/81%9+1) / 2, float64(n/729+1) / 2}
		got, err := Score(rules, nil, Scoring{Ranks: ranksLike(values)})
		sorted := slices.Sorted(slices.Values(values))
		if (err == nil) != right[fmt.Sprint(sorted)] {
			t.Fatalf("%v: %v", values, err)
		}
		for i := 0; err == nil && i < 4; i++ {
			if *got.Places[i].MeanRank != sorted[i] {
				t.Fatalf("%v: %+v", values, got.Places)
			}
		}
	}
	got := scored(t, rules, nil, Scoring{Ranks: ranksOf("J1", "E1 E2 =E3")})
	suite.Equal(t, "notes", got.Notes[0], "J1 gave E2 and E3 the same rank.")
	suite.Fails(t, "a mistake", suite.Err(Score(rules, nil, Scoring{Ranks: ranksLike([]float64{1, 1, 2})})),
		"found rank 2 by J1, expected each of 1, 2, 3 … once, or ties, all as in 1, 1, 3 or all as in 1.5, 1.5, 3")
}

// TestRanksOfMeetings scores ranks for each meeting: who was met twice has two. Where only ranks of
// entries count, ties among these stay as they were written.
func TestRanksOfMeetings(t *testing.T) {
	for _, c := range []struct{ year, order, want string }{
		{"2012", "C1 E1 C1 E2", "[2 4]"}, {"2015", "C1 E1 C1 E2", "[1 2]"}, {"2012", "C1 E1 E2", "[2 3]"},
		{"2015", "C1 E1 =E2 C1", "[1 1]"}, {"2012", "E1 =E2 =C1 C1", "[1 1]"},
	} {
		ballots := []Ballot{{Judge: "J1", Entry: "E1", Confederate: "C1", Named: NamedEntry},
			{Judge: "J1", Entry: "E2", Confederate: "C1", Named: NamedEntry}}
		got := scored(t, mustRules(t, c.year), ballots, Scoring{Ranks: ranksOf("J1", c.order)})
		suite.Equal(t, c.order, fmt.Sprint([]float64{*got.Places[0].MeanRank, *got.Places[1].MeanRank}), c.want)
	}
	half := []Rank{{Judge: "J1", Participant: "C1", Rank: 1.5}, {Judge: "J1", Participant: "E1", Rank: 1.5},
		{Judge: "J1", Participant: "E2", Rank: 3.5}, {Judge: "J1", Participant: "E3", Rank: 3.5}}
	got := scored(t, mustRules(t, "2015"), nil, Scoring{Ranks: half})
	if *got.Places[0].MeanRank != 1 || *got.Places[1].MeanRank != 2.5 || *got.Places[2].MeanRank != 2.5 {
		t.Errorf("%+v", got.Places)
	}
}

func FuzzReadRanks(f *testing.F) {
	f.Add("judge,participant,rank\nJ1,E1,1\nJ1,C1,2\n")
	rules := mustRules(f, "2010")
	f.Fuzz(func(t *testing.T, text string) {
		ranks, err := ReadRanks(strings.NewReader(text), "f")
		if err != nil {
			return
		}
		ballots := []Ballot{{Judge: "J1", Entry: "E1", Confederate: "C1", Named: NamedEntry}}
		r, err := Score(rules, ballots, Scoring{Ranks: ranks})
		if err == nil && r.Places[0].MeanRank == nil {
			t.Errorf("%+v", r)
		}
	})
}

// TestRanksBesideVoidVerdicts scores ranks of a judge who met the same human twice, and of one with
// a void verdict, and refuses ranks that no meetings explain.
func TestRanksBesideVoidVerdicts(t *testing.T) {
	ballots := []Ballot{{Judge: "J1", Entry: "E1", Confederate: "C1", Named: NamedConfederate},
		{Judge: "J1", Entry: "E2", Confederate: "C1", Named: NamedConfederate},
		{Judge: "J2", Entry: "E1", Confederate: "C1", Named: NamedConfederate}} // that on E2 is void
	ranks := func(judge string, who ...string) (list []Rank) {
		for i, name := range who {
			list = append(list, Rank{Judge: judge, Participant: name, Rank: float64(i + 1)})
		}
		return list
	}
	all := slices.Concat(ranks("J1", "C1", "E2", "E1", "C1"), ranks("J2", "C1", "C1", "E2", "E1"))
	got := scored(t, mustRules(t, "2010"), ballots, Scoring{Ranks: all})
	for i, want := range []struct {
		entry string
		mean  float64
	}{{"E2", 2.5}, {"E1", 3.5}} {
		if p := got.Places[i]; p.Entry != want.entry || p.MeanRank == nil || *p.MeanRank != want.mean {
			t.Errorf("found %+v, expected %v", p, want)
		}
	}
	for _, bad := range [][]string{{"C1", "E2", "E1", "C1", "C1"}, {"C1", "E2", "E1", "E1"}, {"C1", "E1"}} {
		_, err := Score(mustRules(t, "2010"), ballots[:2], Scoring{Ranks: ranks("J1", bad...)})
		if err == nil {
			t.Errorf("the ranks %v were scored, expected an error", bad)
		}
	}
}
