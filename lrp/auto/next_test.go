package auto

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features/text"
)

// partial are all respondents, of whom the first have ratings, and scores of a few answers of the
// next are known.
func (x *exam) partial(rated, scored int) Training {
	t := x.withScores()
	t.Ratings, t.Scores = slices.Clone(t.Ratings), make([][]float64, len(t.Ratings))
	for i := rated; i < len(t.Ratings); i++ {
		t.Ratings[i] = math.NaN()
		if i >= rated+scored {
			continue
		}
		t.Scores[i] = slices.Repeat([]float64{math.NaN()}, len(x.questions))
		for j := i % 2; j < len(x.questions); j += 3 {
			t.Scores[i][j] = x.scores[i][j]
		}
	}
	if scored == 0 {
		t.Scores = nil
	}
	return t
}

// learnable are those with a rating or a score.
func (t Training) learnable() Training {
	var members []int
	for i, y := range t.Ratings {
		if !math.IsNaN(y) || t.Scores != nil && t.Scores[i] != nil {
			members = append(members, i)
		}
	}
	return t.only(members)
}

// A plan is what conditioning the whole Gaussian process, by its definition, on one score after the
// other gives, whatever is known beforehand.
func TestNextByDefinition(t *testing.T) {
	for _, c := range []struct {
		name          string
		rated, scored int
		keyed         bool
		points        []float64
	}{
		{"scores", 0, 6, true, nil},
		{"scores without a key", 0, 8, false, nil},
		{"unequal points", 0, 6, true, []float64{1, 5, 2, 2}},
		{"ratings", 8, 0, true, nil},
		{"both", 5, 5, true, nil},
		{"a key alone", 0, 0, true, nil},
		{"nothing", 0, 0, false, nil},
	} {
		x := civics(24).withGaps().first(4)
		if !c.keyed {
			x.withoutKey()
		}
		h := defaultHyper().additive()
		h.Zero = true
		p := prepare(t, Model{hyper: h}, x)
		training := x.partial(c.rated, c.scored)
		groups := p.Groups(training)
		plan := fitTo(t, p, training.learnable()).Next(training, c.points, groups, 8)
		want := planByDefinition(t, p, h, training, c.points, groups, 8)
		near := func(what string, got, want float64) {
			if !(math.Abs(got-want) <= 2e-3*math.Abs(want)) {
				t.Errorf("%s: %s is %v, expected %v", c.name, what, got, want)
			}
		}
		near("the error", plan.Error, want.Error)
		if len(plan.Decisions) != len(want.Decisions) {
			t.Fatalf("%s: %d decisions, expected %d", c.name, len(plan.Decisions), len(want.Decisions))
		}
		for k, d := range plan.Decisions {
			if w := want.Decisions[k].Wordings[0]; d.Wordings[0] != w {
				t.Errorf("%s: decision %d is %q, expected %q", c.name, k, d.Wordings[0].Raw, w.Raw)
			}
			near("a grade", d.Grade, want.Decisions[k].Grade)
			near("an error after a decision", d.Error, want.Decisions[k].Error)
		}
	}
}

func planByDefinition(
	t *testing.T, p *Prepared, h *hyper, training Training, points []float64, groups []Group, n int,
) (plan Plan) {
	t.Helper()
	b := p.newProblem(training)
	b.computeKernels(h)
	m, err := b.findMode(h, b.priorMean(h), tolRefit)
	if err != nil {
		t.Fatal(err)
	}
	d := define(b, h, m)
	posterior := mat.DenseCopyOf(d.prior)
	if b.observations() > 0 {
		var left, solved, explained mat.Dense
		left.Mul(d.jacobian, d.prior)
		if err := solved.Solve(d.covariance(), &left); err != nil {
			t.Fatal(err)
		}
		explained.Mul(left.T(), &solved)
		posterior.Sub(posterior, &explained)
	}
	// The scores by group, with the first wording of each.
	at, first := map[string]int{}, make([]int, len(groups))
	slope, grade, own := make([]float64, len(groups)), make([]float64, len(groups)), make([]float64, len(groups))
	key := func(j int, raw string) string { return string(rune(j)) + Wording(raw) }
	for g, y := range groups {
		for _, w := range y.Wordings {
			at[key(y.Question, w.Raw)] = g
		}
		nodes := b.nodes[y.Question]
		k := slices.IndexFunc(nodes.texts, func(s *encodedText) bool { return s.doc == y.Wordings[0] })
		first[g] = d.first[y.Question] + k
		variance, all := posterior.At(first[g], first[g]), 0.0
		grade[g], slope[g], all = slowMoments(m.latent.of[y.Question][k]+b.means.of[y.Question][k], variance)
		own[g] = all - slope[g]*slope[g]*variance + h.GradeNoise*h.GradeNoise
	}
	scores := mat.NewDense(len(groups), len(groups), nil)
	scores.Apply(func(g, l int, _ float64) float64 {
		v := slope[g] * slope[l] * posterior.At(first[g], first[l])
		if g == l {
			v += own[g]
		}
		return v
	}, scores)
	var ratings *mat.Dense
	for i, y := range training.Ratings {
		if !math.IsNaN(y) {
			continue
		}
		row := make([]float64, len(groups))
		for j, doc := range training.Responses[i] {
			share := 1 / float64(len(b.nodes))
			if points != nil {
				share = points[j] / (points[0] + points[1] + points[2] + points[3])
			}
			if g, ok := at[key(j, doc.Raw)]; ok {
				row[g] = m.reach * share
			}
		}
		if ratings == nil {
			ratings = mat.NewDense(1, len(row), row)
			continue
		}
		grown := mat.DenseCopyOf(ratings.Grow(1, 0))
		grown.SetRow(grown.RawMatrix().Rows-1, row)
		ratings = grown
	}
	plan.Error = rootMeanTrace(ratings, scores)
	for range n {
		best, least, after := -1, rootMeanTrace(ratings, scores), scores
		for g := range groups {
			if scores.At(g, g) < 1e-9 {
				continue
			}
			var outer, rest mat.Dense
			outer.Outer(1/scores.At(g, g), scores.ColView(g), scores.ColView(g))
			rest.Sub(scores, &outer)
			if e := rootMeanTrace(ratings, &rest); e < least-1e-12 {
				best, least, after = g, e, &rest
			}
		}
		if best < 0 {
			break
		}
		scores = after
		plan.Decisions = append(plan.Decisions, Decision{groups[best], grade[best], least})
	}
	return plan
}

// rootMeanTrace is the root of the mean of the diagonal of R·S·Rᵀ.
func rootMeanTrace(ratings, scores *mat.Dense) float64 {
	var half, all mat.Dense
	half.Mul(ratings, scores)
	all.Mul(&half, ratings.T())
	rows, _ := all.Dims()
	return math.Sqrt(max(0, all.Trace()) / float64(rows))
}

// slowMoments are those of σ(g) by a fine sum.
func slowMoments(mean, variance float64) (grade, slope, spread float64) {
	const steps = 20000
	sd, all, squares := math.Sqrt(variance), 0.0, 0.0
	for k := range steps {
		z := -8 + 16*(float64(k)+.5)/steps
		w, s := math.Exp(-z*z/2), 1/(1+math.Exp(-mean-sd*z))
		all, grade, slope, squares = all+w, grade+w*s, slope+w*s*(1-s), squares+w*s*s
	}
	return grade / all, slope / all, squares/all - grade*grade/(all*all)
}

func TestMoments(t *testing.T) {
	for _, mean := range []float64{-6, -1, 0, .5, 3} {
		for _, variance := range []float64{0, .01, 1, 9, 36} {
			grade, slope, spread := moments(mean, variance)
			g, s, v := slowMoments(mean, variance)
			if math.Abs(grade-g) > 1e-4 || math.Abs(slope-s) > 1e-4 || math.Abs(spread-v) > 1e-4 {
				t.Errorf("mean %v, variance %v: %v %v %v, expected %v %v %v", mean, variance, grade, slope,
					spread, g, s, v)
			}
		}
	}
}

// The groups that lower the variances of the ratings most by the plan do so on average where the
// model is fitted anew with their scores.
func TestNextByRefits(t *testing.T) {
	x := civics(24).first(4)
	p, training := prepare(t, fixed(), x), x.partial(0, 4)
	groups := p.Groups(training)
	f := fitTo(t, p, training.learnable())
	now := f.newPlanner(training, nil, groups)
	total := func(p *planner) (sum float64) {
		for _, v := range p.variance {
			sum += v
		}
		return sum
	}
	before, rng := total(now), rand.New(rand.NewPCG(3, 4))
	var promised, kept []float64
	for _, c := range now.candidates {
		after, refits := 0.0, 8
		for range refits {
			s := min(max(c.expected+math.Sqrt(c.variance)*rng.NormFloat64(), 0), 1)
			more := x.partial(0, 4)
			i := slices.IndexFunc(x.responses, func(r []*text.Doc) bool {
				return r[c.question] == groups[c.group].Wordings[0]
			})
			if more.Scores[i] == nil {
				more.Scores[i] = slices.Repeat([]float64{math.NaN()}, len(x.questions))
			}
			more.Scores[i][c.question] = s
			after += total(fitTo(t, p, more.learnable()).newPlanner(more, nil, p.Groups(more))) / float64(refits)
		}
		var gain float64
		for _, v := range c.covariance {
			gain += v * v / c.variance
		}
		promised, kept = append(promised, gain), append(kept, before-after)
	}
	if r := stat.Correlation(ranks(promised), ranks(kept), nil); r < .8 {
		t.Errorf("rank correlation %v of %d groups", r, len(kept))
	}
}

func ranks(values []float64) []float64 {
	order, list := make([]int, len(values)), make([]float64, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	for k, i := range order {
		list[i] = float64(k)
	}
	return list
}

// A plan goes on until everything is known. It leaves out groups of which an answer has a score,
// and respondents who are rated; and it may have some of the respondents alone.
func TestNextToTheEnd(t *testing.T) {
	x := civics(30).withGaps()
	p, training := prepare(t, Model{}, x), x.partial(4, 6)
	groups := p.Groups(training)
	plan := fitTo(t, p, training.learnable()).Next(training, nil, groups, len(groups))
	graded, seen := map[string]bool{}, map[string]bool{}
	key := func(j int, raw string) string { return string(rune(j)) + Wording(raw) }
	for i, scores := range training.Scores {
		for j, s := range scores {
			k := key(j, training.Responses[i][j].Raw)
			graded[k] = graded[k] || !math.IsNaN(s)
		}
	}
	last := plan.Error
	for _, d := range plan.Decisions {
		for _, w := range d.Wordings {
			k := key(d.Question, w.Raw)
			if graded[k] || seen[k] || w.Raw == "" {
				t.Errorf("question %d: %q is to be graded, although it is or need not be", d.Question, w.Raw)
			}
			seen[k] = true
		}
		if d.Error > last+1e-9 || d.Grade < 0 || d.Grade > 1 {
			t.Errorf("error %v after %v, grade %v", d.Error, last, d.Grade)
		}
		last = d.Error
	}
	if last > 1e-4 {
		t.Errorf("everything is graded, and the error is %v", last)
	}
	all := fitTo(t, p, x.all()).Next(x.all(), nil, groups, 5)
	if none := p.Groups(x.all()); all.Error != 0 || len(all.Decisions) > 0 || len(none) > 0 {
		t.Errorf("everybody is rated, and the plan is %v of %v", all, none)
	}
}
