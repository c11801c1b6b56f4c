package cli

import "testing"

func TestClosest(t *testing.T) {
	approaches := []string{"RAN", "CBG", "BWO", "FWO", "SYN", "COM", "AUTO"}
	words := []string{"train", "trials", "eval", "cross-validation", "leave-one-out", "described"}
	for _, c := range []struct {
		name  string
		known []string
		want  string
	}{
		{"BWQ", approaches, "BWO"},
		{"bwo", approaches, "BWO"}, // case costs nothing
		{" com ", approaches, "COM"},
		{"atuo", approaches, "AUTO"},
		{"XYZ", approaches, ""},
		{"", approaches, ""},
		{"C", approaches, ""}, // one letter tells nothing
		{"trails", words, "trials"},
		{"evla", words, "eval"},
		{"evaluate", words, ""},
		{"cross", words, "cross-validation"}, // the only one that it begins
		{"tr", words, ""},                    // it begins two
		{"Déscribed", words, "described"},
		{"crossvaldation", words, "cross-validation"},
		{"eval", nil, ""},
	} {
		if got := Closest(c.name, c.known); got != c.want {
			t.Errorf("Closest(%q) is %q, want %q", c.name, got, c.want)
		}
	}
}
