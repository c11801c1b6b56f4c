package synth

import "testing"

func TestDataset(t *testing.T) {
	p := Generate(Civics(), 80, 1)
	d := p.Dataset(Panel(), 1)
	if !d.Synthetic || len(d.Questions) != 10 || len(d.Respondents) != 80 {
		t.Fatalf("got %d questions and %d respondents, synthetic %v", len(d.Questions), len(d.Respondents), d.Synthetic)
	}
	low, high := 1.0, 0.0
	for i, r := range d.Respondents {
		low, high = min(low, r.Rating), max(high, r.Rating)
		for q, text := range r.Responses {
			if text != p.Respondents[i].Answers[q].Text {
				t.Fatalf("respondent %d: response %q", i, text)
			}
			sum := 0.0
			for _, x := range r.Judgements[q] {
				sum += x
			}
			if diff := r.Scores[q] - sum/3; diff > 1e-9 || diff < -1e-9 {
				t.Fatalf("respondent %d: score %v of judgements %v", i, r.Scores[q], r.Judgements[q])
			}
		}
	}
	if low != 0 || high != 1 {
		t.Errorf("ratings run from %v to %v", low, high)
	}
}
