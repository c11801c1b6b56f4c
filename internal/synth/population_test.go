package synth

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/suite"
)

func exams() []*Exam { return []*Exam{Civics(), Networks()} }

func TestGenerateIsDeterministicAndPrefixStable(t *testing.T) {
	for _, e := range exams() {
		large := Generate(e, 60, 3)
		small := Generate(e, 20, 3)
		if !reflect.DeepEqual(small.Respondents, large.Respondents[:20]) {
			t.Errorf("%s: a larger population does not extend the smaller one", e.Name)
		}
		if !reflect.DeepEqual(large.Respondents[41], e.Respondent(3, 41)) {
			t.Errorf("%s: respondent 41 depends on the others", e.Name)
		}
		if reflect.DeepEqual(small.Respondents[0], e.Respondent(4, 0)) {
			t.Errorf("%s: the seed does not matter", e.Name)
		}
	}
}

func TestEqualTextsHaveEqualQuality(t *testing.T) {
	suite.Slow(t, "makes many exams")
	for _, e := range exams() {
		quality := make([]map[string]float64, len(e.Questions))
		for q := range quality {
			quality[q] = map[string]float64{}
		}
		for _, r := range Generate(e, 15000, 11).Respondents {
			for q, a := range r.Answers {
				key := plainText(a.Text)
				if old, ok := quality[q][key]; ok && old != a.Quality {
					t.Errorf("%s %s: %q has quality %v and %v", e.Name, e.Questions[q].ID, a.Text,
						old, a.Quality)
				}
				quality[q][key] = a.Quality
			}
		}
	}
}

func TestTextsAreClean(t *testing.T) {
	for _, e := range exams() {
		blank, all := 0, 0
		for _, r := range Generate(e, 5000, 5).Respondents {
			for _, a := range r.Answers {
				all++
				if a.Text == "" {
					blank++
				}
				if a.Quality < 0 || a.Quality > 1 {
					t.Fatalf("%s: quality %v", e.Name, a.Quality)
				}
				if !utf8.ValidString(a.Text) || strings.ContainsFunc(a.Text, unicode.IsControl) ||
					a.Text != strings.TrimSpace(a.Text) || strings.Contains(a.Text, "  ") {
					t.Fatalf("%s: unclean text %q", e.Name, a.Text)
				}
			}
		}
		rate := float64(blank) / float64(all)
		t.Logf("%s: %.4f blank", e.Name, rate)
		if rate == 0 || rate > 0.06 {
			t.Errorf("%s: %.4f of the answers are blank", e.Name, rate)
		}
	}
}

func TestDistinctTextsKeepGrowing(t *testing.T) {
	for _, e := range exams() {
		respondents := Generate(e, 8000, 2).Respondents
		for q := range e.Questions {
			seen := map[string]bool{}
			before := 0
			for i, r := range respondents {
				seen[r.Answers[q].Text] = true
				switch i + 1 {
				case 2000:
					before = len(seen)
				case 8000:
					if len(seen) < before*5/4 {
						t.Errorf("%s %s: %d distinct texts of 2000 respondents, only %d of 8000",
							e.Name, e.Questions[q].ID, before, len(seen))
					}
				}
			}
		}
	}
}

func TestAbilityOrdersTotals(t *testing.T) {
	for _, e := range exams() {
		var ability, total []float64
		for _, r := range Generate(e, 3000, 7).Respondents {
			sum := 0.0
			for _, a := range r.Answers {
				sum += a.Quality
			}
			ability, total = append(ability, r.Person.Ability), append(total, sum)
		}
		rho := pearson(numbers.Ranks(ability), numbers.Ranks(total))
		t.Logf("%s: rank correlation %.3f", e.Name, rho)
		if want := map[string]float64{"civics": 0.8, "networks": 0.6}[e.Name]; rho < want {
			t.Errorf("%s: the rank correlation of ability and total is %.3f, want at least %v",
				e.Name, rho, want)
		}
	}
}

func TestAnswerFollowsAbility(t *testing.T) {
	e := Civics()
	rng := rand.New(rand.NewPCG(1, 2))
	for q := range e.Questions {
		mean := func(ability float64) float64 {
			sum := 0.0
			for range 500 {
				_, quality := e.Answer(rng, q, ability)
				sum += quality / 500
			}
			return sum
		}
		low, middle, high := mean(-3), mean(-1), mean(2)
		if !(low < middle && middle < high) {
			t.Errorf("question %s: mean quality %.2f, %.2f, %.2f at ability -3, -1, 2",
				e.Questions[q].ID, low, middle, high)
		}
	}
}

func pearson(x, y []float64) float64 {
	var sx, sy, sxx, syy, sxy float64
	for i := range x {
		sx, sy = sx+x[i], sy+y[i]
		sxx, syy, sxy = sxx+x[i]*x[i], syy+y[i]*y[i], sxy+x[i]*y[i]
	}
	n := float64(len(x))
	return (sxy - sx*sy/n) / math.Sqrt((sxx-sx*sx/n)*(syy-sy*sy/n))
}
