package synth

import "testing"

func TestJudgesGradeEqualTextsEqually(t *testing.T) {
	for _, j := range append(Panel(), Graders()...) {
		for _, quality := range []float64{0, 0.35, 0.5, 0.6, 1} {
			want := j.Grade("1", "Freedom of choice.", quality, 5)
			if got := j.Grade("1", "freedom of choice", quality, 5); got != want {
				t.Errorf("%s: grades %d and %d for the same answer", j.Name, want, got)
			}
			if want < 0 || want > 5 {
				t.Errorf("%s: grade %d", j.Name, want)
			}
		}
	}
}

func TestJudgesSometimesDissent(t *testing.T) {
	dissent, all := 0, 0
	for _, r := range Generate(Civics(), 2000, 9).Respondents {
		for q, a := range r.Answers {
			yes := 0
			for _, j := range Panel() {
				yes += j.Grade(Civics().Questions[q].ID, a.Text, a.Quality, 1)
			}
			all += 3
			if yes == 1 || yes == 2 {
				dissent++
			}
		}
	}
	rate := float64(dissent) / float64(all)
	t.Logf("%.4f of the judgements dissent", rate)
	if rate < 0.01 || rate > 0.03 {
		t.Errorf("%.4f of the judgements dissent, want .01 to .03", rate)
	}
}
