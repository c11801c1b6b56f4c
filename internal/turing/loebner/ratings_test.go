package loebner

import (
	"math"
	"strings"
	"testing"
)

func TestRate(t *testing.T) {
	ballots := []Ballot{
		{Judge: "J2", Entry: "E2", Confederate: "C1", Named: NamedConfederate},
		{Judge: "J1", Entry: "E1", Confederate: "C1", Named: NamedEntry},
		{Judge: "J1", Entry: "E2", Confederate: "C2", Named: NamedConfederate},
		{Judge: "J2", Entry: "E1", Confederate: "C2", Named: NamedConfederate},
	}
	r, err := Rate(ballots)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range r.Participants {
		got = append(got, p.Name)
	}
	if s := strings.Join(got, " "); s != "C2 E1 C1 E2" || r.Comparisons != 4 {
		t.Errorf("%s of %d ballots", s, r.Comparisons)
	}
	e1 := r.Participants[1]
	// Wilson's interval of 1 of 2 is 1/2 ± z/(2·sqrt(2+z²)).
	const z = 1.959963984540054
	half := z / (2 * math.Sqrt(2+z*z))
	if e1.Rate != 0.5 || math.Abs(e1.Low-0.5+half) > 1e-9 || math.Abs(e1.High-0.5-half) > 1e-9 {
		t.Errorf("%+v", e1)
	}
	if j := r.Judges; len(j) != 2 || j[0].Name != "J1" || j[0].Named != 1 || j[1].Named != 0 || j[1].Of != 2 {
		t.Errorf("%+v", j)
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if want := `  name         kind   named  rate  95% interval
    C2  confederate  2 of 2  100%    34 to 100%
    E1        entry  1 of 2   50%      9 to 91%
    C1  confederate  1 of 2   50%      9 to 91%
    E2        entry  0 of 2    0%      0 to 66%

  judge  named an entry  rate  95% interval
     J1          1 of 2   50%      9 to 91%
     J2          0 of 2    0%      0 to 66%
`; text.String() != want {
		t.Errorf("%s", text.String())
	}
	if _, err := Rate(nil); err == nil {
		t.Error("no ballots are rated")
	}
}
