package datasets

import "testing"

func TestSamples(t *testing.T) {
	for _, c := range []struct {
		kind                   string
		respondents, questions int
		judges                 int
	}{
		{"sample-powergrading", 150, 10, 3},
		{"sample-mohler", 30, 12, 2},
	} {
		t.Run(c.kind, func(t *testing.T) {
			sets, err := Open(c.kind, Options{})
			if err != nil {
				t.Fatal(err)
			}
			d := sets[0]
			if len(sets) != 1 || d.Name != c.kind || !d.Synthetic || !d.HasKey() {
				t.Errorf("%d sets, name %s, synthetic %v, key %v", len(sets), d.Name, d.Synthetic,
					d.HasKey())
			}
			if len(d.Respondents) != c.respondents || len(d.Questions) != c.questions {
				t.Errorf("%d respondents, %d questions", len(d.Respondents), len(d.Questions))
			}
			if err := d.CheckRated(); err != nil {
				t.Error(err)
			}
			for _, r := range d.Respondents {
				for q, js := range r.Judgements {
					if len(js) != c.judges {
						t.Fatalf("%s, question %d: %d judgements", r.ID, q, len(js))
					}
				}
			}
			checkTexts(t, d)
		})
	}
}
