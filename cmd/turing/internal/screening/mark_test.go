package screening

import "testing"

func TestPrefill(t *testing.T) {
	grape := Question{Text: "Which is larger, a grape or a grapefruit?", Key: []string{"grapefruit"},
		Reject: []string{"grape"}, Points: 2}
	clock := Question{Text: "When does the round end?", Key: []string{"11:10", "ten past eleven"}}
	for _, c := range []struct {
		question Question
		answer   string
		points   float64
		why      string
	}{
		{grape, "Grapefruit", 2, `is "grapefruit"`},
		{grape, "grapefruits", 0, "has nothing of the key"}, // no whole word
		{grape, "grape", 0, "has nothing of the key"},
		{grape, "A grape is smaller than a grapefruit.", 0, `has "grapefruit" and "grape"`},
		{grape, " ", 0, "no answer"},
		{clock, "at 11.10", 1, `has "11:10"`},
		{clock, "TEN  PAST ELEVEN!", 1, `is "ten past eleven"`},
		{clock, "?!", 0, "has nothing of the key"},
		{Question{Key: []string{"?"}}, "!", 0, "has nothing of the key"},
		{Question{Key: []string{"old", "not old"}, Reject: []string{"old"}}, "not old", 1, `is "not old"`},
		{Question{Key: []string{"größer"}}, "Es ist GRÖßER", 1, `has "größer"`},
		{Question{}, "ten", 0, "the question has no key"},
	} {
		m := Prefill(c.question, c.answer)
		if m.Points != c.points || m.Why != c.why || m.Of != c.question.points() {
			t.Errorf("%q: %+v", c.answer, m)
		}
	}
}

// TestSample checks that there are as many questions of each set as promised, with keys that are
// found, and none of which gives itself away: it does not say the answer alone.
func TestSample(t *testing.T) {
	count := map[string]int{}
	for _, q := range Sample(0).Questions {
		count[q.Set]++
		for _, k := range q.Key {
			if m := Prefill(q, k); m.Points != 1 {
				t.Errorf("%s: %q gets %+v", q.ID, k, m)
			}
		}
		if m := Prefill(q, q.Text); m.Points != 0 && q.Set != "relations" {
			t.Errorf("%s: the question itself gets %+v", q.ID, m)
		}
	}
	for _, set := range Sets() {
		if count[set] != SamplePerSet {
			t.Errorf("%d questions of the set %s", count[set], set)
		}
	}
	q := Sample(2, "things", "memory")
	if len(q.Questions) != 4 || q.Questions[2].ID != "memory-1" || q.Questions[0].Set != "things" {
		t.Errorf("%+v", q)
	}
}
