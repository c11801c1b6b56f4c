package tradeset_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradeset"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/trade"
)

const logs = `{"type":"start","game":"g1","bettors":["ann","bob"]}
{"type":"question","t":1,"bettor":"ann","text":"Is water wet?"}
{"type":"answer","t":2,"text":"Yes."}
{"type":"bet","t":3,"bettor":"ann","side":"human"}
{"type":"question","t":4,"bettor":"bob","text":"Only here?"}
{"type":"answer","t":5,"text":"Here"}
{"type":"question","t":6,"bettor":"bob","text":"is WATER wet"}
{"type":"answer","t":7,"text":"I said so"}
{"type":"bet","t":8,"bettor":"ann","side":"human"}
{"type":"question","t":9,"bettor":"bob","text":"Who are you?"}
{"type":"answer","t":10,"text":"=me"}
{"type":"bet","t":19,"bettor":"ann","side":"human"}
{"type":"bet","t":21,"bettor":"ann","side":"human"}
{"type":"end","t":120,"reason":"time","nature":"human"}
{"type":"start","game":"g1","bettors":["ann"],"synthetic":true}
{"type":"bet","t":1,"bettor":"ann","side":"computer"}
{"type":"question","t":2,"bettor":"ann","text":"Who are you?"}
{"type":"answer","t":3,"text":"\"Bot\",\nline"}
{"type":"question","t":4,"bettor":"ann","text":"Is water wet?"}
{"type":"end","t":120,"reason":"time","nature":"computer"}
{"type":"start","game":"g3","bettors":["ann"]}
{"type":"question","t":2,"bettor":"ann","text":"Who are you?"}
{"type":"answer","t":3,"text":"nobody bets"}
{"type":"end","t":120,"reason":"time","nature":"computer"}
`

func read(t *testing.T, o tradeset.Options) *tradeset.Set {
	t.Helper()
	s := tradeset.New(o)
	for p, err := range trade.ReadLogs(strings.NewReader(logs), "logs") {
		suite.OK(t, err)
		s.Add(p)
	}
	return s
}

func TestDatasetRoundTrip(t *testing.T) {
	d := suite.Must(read(t, tradeset.Options{}).Dataset())(t)
	want := &datasets.Dataset{
		Name: "turing-trade", Synthetic: true,
		RatingNote: "last price of a human security in a game of Turing Trade, divided by 100",
		Questions: []datasets.Question{{ID: "q1", Text: "Is water wet?"}, {ID: "q2", Text: "Only here?"},
			{ID: "q3", Text: "Who are you?"}},
		Respondents: []datasets.Respondent{
			{ID: "g1", Responses: []string{"Yes.", "Here", "=me"}, Rating: .54,
				Scores: []float64{.51, .51, .53}},
			{ID: "g1#2", Responses: []string{"", "", "\"Bot\",\nline"}, Rating: .49,
				Scores: []float64{math.NaN(), math.NaN(), .49}},
		},
	}
	same := []cmp.Option{cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-12), cmpopts.EquateEmpty()}
	if diff := cmp.Diff(want, d, same...); diff != "" {
		t.Errorf("(-expected +found):\n%s", diff)
	}
	var b bytes.Buffer
	suite.OK(t, datasets.WriteJSONL(&b, d))
	back := suite.Must(datasets.ReadJSONL(&b, "back"))(t)
	if diff := cmp.Diff(d, back, same...); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
}

func TestShareAndNature(t *testing.T) {
	d := suite.Must(read(t, tradeset.Options{Share: 1, Nature: true}).Dataset())(t)
	if len(d.Questions) != 1 || d.Questions[0].Text != "Who are you?" ||
		d.Respondents[0].Rating != 1 || d.Respondents[1].Rating != 0 {
		t.Errorf("found %+v", d)
	}
}

func TestNothingInCommon(t *testing.T) {
	s := tradeset.New(tradeset.Options{Share: 1})
	if _, err := s.Dataset(); err == nil || !strings.Contains(err.Error(), "no game") {
		t.Errorf("no games: %v", err)
	}
	for i := range 3 {
		log := fmt.Sprintf(`{"type":"start","bettors":["ann"]}
{"type":"question","t":1,"bettor":"ann","text":"Question %d?"}
{"type":"answer","t":2,"text":"so"}
{"type":"bet","t":3,"bettor":"ann","side":"human"}
{"type":"end","t":120,"reason":"time","nature":"human"}
`, i)
		for p, err := range trade.ReadLogs(strings.NewReader(log), "logs") {
			suite.OK(t, err)
			s.Add(p)
		}
	}
	_, err := s.Dataset()
	if err == nil || !strings.Contains(err.Error(), `3 of 3 games ("Question 0?" was, in 1)`) {
		t.Errorf("found %v", err)
	}
}
