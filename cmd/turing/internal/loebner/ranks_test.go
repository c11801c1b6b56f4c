package loebner

import (
	"fmt"
	"strings"
	"testing"
)

// The mean ranks are those that were published: of 2009 at loebner.net/Prizef/2009_Contest, of 2015 at
// aisb.org.uk/events/loebner-prize, and of 2017 there as 13, 12, 8 and 7 points, 5 less each judge's rank.
// The ranks of each judge were not published; these have the same sums.
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
		{"2017", "Mitsuku Midge Uberbot Rose / Mitsuku Midge Uberbot Rose / Mitsuku Midge Uberbot Rose / " +
			"Rose Midge Uberbot Mitsuku", "Mitsuku by ranks: 1 Mitsuku 0 4000 bronze, 2 Midge 0 1500, " +
			"3 Uberbot 0 1000, 4 Rose 0 500; silver []; [1.75 2 3 3.25]"},
	} {
		var ranks []Rank
		for i, order := range strings.Split(c.ranks, " / ") {
			ranks = append(ranks, ranksOf(label('J', i), order)...)
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

// Ranks decide before totals, which break ties; ranks of confederates are left out where only those of
// entries count; and half of the judges are enough for the silver medal.
func TestRanksFirst(t *testing.T) {
	rules := mustRules(t, "2015")
	ranks := func(orders ...string) (list []Rank) {
		for i, order := range orders {
			list = append(list, ranksOf(label('J', i), order)...)
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
		got := scored(t, rules, ballotsOf(rules, c.digits), Scoring{Ranks: c.ranks, Matrix: &m})
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
		{ranks("E1 C1 E2", "E1 E2 E2"), "found a second rank of E2 by J2, expected one"},
	} {
		_, err := Score(rules, nil, Scoring{Ranks: c.ranks})
		checkError(t, "ranks alone", err, c.want)
	}
	var text strings.Builder
	if err := scored(t, rules, nil, Scoring{Ranks: ranks("E1 E2", "E1 E2")}).WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if want := `The winner is E1.

  place  entry  mean rank    prize   medal
      1     E1       1.00  US$4000  bronze
      2     E2       2.00  US$1500
`; text.String() != want {
		t.Errorf("%s", text.String())
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
		{"J2,E4,8\n", "J2,E4,7\n", "f:17: found rank 7 by J2 for a second time, expected each …"},
		{"J2,E4,8\n", "J2,E3,8\n", "f:17: found a second rank of E3 by J2, expected one"},
		{"J2,E4,8\n", "J2,E4,9\n", "f:17: found rank 9, expected from 1 to 8, …"},
		{"J2,E4,8\n", "J2,E4,x\n", `f:17: found rank "x", expected a whole number`},
		{"J2,E4,8\n", "J2,E7,8\n", "f:17: found participant E7, expected one whom J2 met: C1, …"},
		{"J4,E4,8\n", "J5,E4,8\n", "f:33: found judge J5, expected one who has ballots: J1, …"},
		{"J4,", "J3,", "f:26: found a second rank of C1 by J3, …"},
	} {
		text := strings.ReplaceAll(good.String(), c.old, c.with)
		ranks, _, err := ReadRanks(strings.NewReader(text), "f")
		if err == nil {
			_, err = Score(rules, ballotsOf(rules, strings.Repeat("0", 16)), Scoring{Ranks: ranks})
		}
		checkError(t, c.with, err, c.want)
	}
	ranks, _, err := ReadRanks(strings.NewReader(good.String()), "f")
	if err != nil {
		t.Fatal(err)
	}
	ballots := ballotsOf(rules, strings.Repeat("0", 16))
	if _, err := Score(rules, ballots, Scoring{Ranks: ranks}); err != nil {
		t.Error(err)
	}
	_, err = Score(rules, ballots, Scoring{Ranks: ranks[:24]})
	checkError(t, "three judges", err, "f: found no ranks of J4, expected those of C1, …")
	old := mustRules(t, "2004")
	_, err = Score(old, ballotsOf(old, strings.Repeat("0", 16)), Scoring{Ranks: ranks})
	checkError(t, "2004", err, "f:2: found ranks, expected none: …")
}

func FuzzReadRanks(f *testing.F) {
	f.Add("judge,participant,rank\nJ1,E1,1\nJ1,C1,2\n")
	rules := mustRules(f, "2010")
	f.Fuzz(func(t *testing.T, text string) {
		ranks, _, err := ReadRanks(strings.NewReader(text), "f")
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
