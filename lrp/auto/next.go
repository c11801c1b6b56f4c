package auto

import (
	"cmp"
	"math"
	"slices"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// Plan says which groups of answers to grade next.
type Plan struct {
	// Error is the root mean squared error of the ratings that the fit expects, over the
	// respondents without a rating.
	Error float64
	// Decisions lower it most: each is the best after those before it.
	Decisions []Decision
}

// Decision is a group of answers to be graded.
type Decision struct {
	Group
	Grade float64 // as expected, in [0,1]
	Error float64 // as [Plan].Error, once this decision and those before it are made
}

const (
	// maxPlanned bounds the answers that a plan looks at: those of evenly spaced respondents if
	// there are more.
	maxPlanned = 10000
	// maxCandidates bounds the groups among which a plan chooses.
	maxCandidates = 3000
)

// Next returns a plan of at most n decisions, each of which is a score for all answers of a group.
// They are for the respondents without a rating, whose answers count as known if they are in no
// group ([Prepared.Groups]). Points are the maximum points of each question, nil if they are
// unknown.
//
// It goes by the posterior of the linearised model. The score of a text t is u_t = σ(g(t)) + ε,
// where ε, with the variance GradeNoise², belongs to the text. With the posterior means and
// covariances of g and
//
//	λ_t = E[σ'(g(t))],     ν_t = Var(σ(g(t))) - λ_t²·Var(g(t)) + GradeNoise²
//
// the covariance of two scores is λ_t·λ_s·Cov(g(t), g(s)), and ν_t more for the same text; by
// Stein's lemma λ_t·Cov(g(t), x) is the covariance of σ(g(t)) with any x that is Gaussian together
// with g(t). The expectations are over all of the posterior, as slopes at its mean are too small
// where the fit is unsure. A rating is reach times the mean of its scores, so that knowing the
// score of group a lowers the sum of the variances of the ratings y by
//
//	Σ_i Cov(y_i, u_a)² / Var(u_a)
//
// The group with the largest sum is next, and the covariances are those that its score leaves,
// whatever that is. This is active learning by experimental design: D. A. Cohn, Z. Ghahramani and
// M. I. Jordan, Active Learning with Statistical Models, JAIR 4, 1996.
func (f *Fitted) Next(t Training, points []float64, groups []Group, n int) Plan {
	p := f.newPlanner(t, points, groups)
	plan := Plan{Error: p.error()}
	for range n {
		c := p.best()
		if c == nil {
			break
		}
		p.grade(c)
		plan.Decisions = append(plan.Decisions, Decision{groups[c.group], c.expected, p.error()})
	}
	return plan
}

// planner is the state of a plan. Its respondents are those without a rating, or some of them.
type planner struct {
	f          *Fitted
	nodes      []*nodes     // by question: groups by their first wordings
	scores     [][]planned  // by question and node
	weight     [][]float64  // by respondent and question: what a score adds to the rating
	sides      []float64    // by respondent: the sum of the sides of the scores by weight
	variance   []float64    // by respondent: that of the rating
	candidates []*candidate // what may be graded
	graded     []*candidate // so far, in order
}

// planned is the score of a group, as far as it is known.
type planned struct {
	group    int       // -1 for what is in none
	known    bool      // whether nothing is to be learned of it
	people   float64   // how many respondents of the plan have it
	side     []float64 // see [planner.side], times the slope
	slope    float64   // λ
	own      float64   // ν
	expected float64   // its mean
	variance float64   // once those before it are graded
}

// candidate is a group that may be graded.
type candidate struct {
	planned
	question, node, at int       // at among the candidates
	covariance         []float64 // with the ratings, by respondent
	others             []float64 // once it is graded: covariances with the candidates before that
}

func (f *Fitted) newPlanner(t Training, points []float64, groups []Group) *planner {
	rest := slices.DeleteFunc(numbers.UpTo(len(t.Ratings)), func(i int) bool { return !math.IsNaN(t.Ratings[i]) })
	rest = numbers.Evenly(rest, max(1, maxPlanned/len(f.prepared.questions)))
	p := &planner{f: f, variance: make([]float64, len(rest))}
	p.findGroups(t, groups, rest)
	p.weigh(t, points, rest)
	for j := range p.nodes {
		p.predict(j)
	}
	p.computeVariances()
	p.choose()
	return p
}

// findGroups finds the groups of the answers.
func (p *planner) findGroups(t Training, groups []Group, rest []int) {
	at := make([]map[string]int, len(p.f.prepared.questions))
	for j := range at {
		at[j] = make(map[string]int)
	}
	for g, x := range groups {
		for _, d := range x.Wordings {
			at[x.Question][Wording(d.Raw)] = g
		}
	}
	first, group := make([][]*text.Doc, len(rest)), make([][]int, len(rest))
	for k, i := range rest {
		for j, d := range t.Responses[i] {
			g, ok := at[j][Wording(d.Raw)]
			if ok {
				d = groups[g].Wordings[0]
			} else {
				g = -1
			}
			first[k], group[k] = append(first[k], d), append(group[k], g)
		}
	}
	for j, x := range p.f.prepared.questions {
		n := newNodes(x, j, first, nil)
		scores := make([]planned, n.size())
		for k := range scores {
			scores[k].known = true // acceptable answers that nobody gave
		}
		for i, k := range n.at {
			s := &scores[k]
			s.group, s.known = group[i][j], group[i][j] < 0
			s.people++
		}
		p.nodes, p.scores = append(p.nodes, n), append(p.scores, scores)
	}
}

// weigh computes what scores add to ratings: nothing if they are known.
func (p *planner) weigh(t Training, points []float64, rest []int) {
	if p.f.points != nil {
		points = p.f.points
	}
	p.weight = make([][]float64, len(rest))
	for k, i := range rest {
		w, all := make([]float64, len(p.nodes)), 0.0
		for j, d := range t.Responses[i] {
			w[j] = pointsOf(points, j) * p.f.hyper.count(d)
			all += w[j]
		}
		for j, n := range p.nodes {
			if w[j] *= p.f.reach / max(all, minSlope); p.scores[j][n.at[k]].known {
				w[j] = 0
			}
		}
		p.weight[k] = w
	}
}

// predict computes the scores of the answers to question j, and adds their sides to those of the
// respondents.
func (p *planner) predict(j int) {
	n := p.nodes[j]
	scores := p.scores[j]
	e := p.f.exact
	n.computeKernel(p.f.hyper)
	width := p.f.prepared.prior.cues() + 1 + len(e.alpha) + e.system.shared.n
	parallel.EachOf(n.size(), rowsAtOnce, func(k int) {
		s := &scores[k]
		if s.known {
			return
		}
		s.side = p.side(j, n.texts[k], make([]float64, 0, width))
		variance := max(0, p.product(s.side, s.side)+n.row(k)[k]+p.f.hyper.Question)
		var all float64
		s.expected, s.slope, all = moments(p.f.logit(j, n.texts[k]), variance)
		noise := p.f.hyper.GradeNoise
		s.own = max(0, all-s.slope*s.slope*variance) + noise*noise
		s.variance = s.slope*s.slope*variance + s.own
		for i := range s.side {
			s.side[i] *= s.slope
		}
	})
	if p.sides == nil {
		p.sides = make([]float64, len(p.weight)*width)
	}
	for i, k := range n.at {
		if !scores[k].known {
			dense.AddScaled(p.sides[i*width:][:width], p.weight[i][j], scores[k].side)
		}
	}
}

// side returns what says, by [planner.product], how g of texts hang together through what questions
// share and through the observations: the derivatives by the shared parameters and the whitened
// covariances with the observations.
func (p *planner) side(j int, t *encodedText, side []float64) []float64 {
	e, sd := p.f.exact, newScales(p.f.hyper)
	for _, z := range t.cues {
		side = append(side, z*sd.weight)
	}
	side = append(side, sd.shared)
	if len(e.alpha) == 0 {
		return side[:cap(side)]
	}
	q := &query{kernels: make([][]float64, len(e.nodes))}
	q.kernels[j] = make([]float64, e.nodes[j].size())
	e.kernelsWith(p.f, j, t, q.kernels[j])
	c := make([]float64, len(e.alpha))
	e.covary(c, j, 1, p.f.hyper.Question, q)
	e.toRatings(c)
	e.addShared(c, side)
	return append(side, e.system.whiten(c)...)
}

// product returns the part of the posterior covariance of two texts that their sides say.
func (p *planner) product(a, b []float64) float64 {
	shared := p.f.prepared.prior.cues() + 1
	return dense.Dot(a[:shared], b[:shared]) - p.f.exact.system.product(a[shared:], b[shared:])
}

// within returns the part of the covariance of the scores k and l of question j that the question
// alone has.
func (p *planner) within(j, k, l int) float64 {
	a, b := &p.scores[j][k], &p.scores[j][l]
	c := a.slope * b.slope * (p.nodes[j].row(k)[l] + p.f.hyper.Question)
	if k == l {
		c += a.own
	}
	return c
}

// computeVariances computes the variances of the ratings.
func (p *planner) computeVariances() {
	width := len(p.sides) / max(1, len(p.weight))
	for i, weight := range p.weight {
		side := p.sides[i*width:][:width]
		p.variance[i] = p.product(side, side)
		for j, w := range weight {
			if w != 0 {
				k := int(p.nodes[j].at[i])
				p.variance[i] += w * w * p.within(j, k, k)
			}
		}
	}
}

// choose chooses the candidates and computes their covariances with the ratings.
func (p *planner) choose() {
	for j, scores := range p.scores {
		for k, s := range scores {
			if !s.known {
				p.candidates = append(p.candidates, &candidate{planned: s, question: j, node: k})
			}
		}
	}
	if len(p.candidates) > maxCandidates {
		slices.SortStableFunc(p.candidates, func(a, b *candidate) int {
			return cmp.Compare(b.people*b.variance, a.people*a.variance)
		})
		p.candidates = p.candidates[:maxCandidates]
	}
	width := len(p.sides) / max(1, len(p.weight))
	parallel.EachOf(len(p.candidates), rowsAtOnce, func(c int) {
		x := p.candidates[c]
		x.at, x.covariance = c, make([]float64, len(p.weight))
		for i, weight := range p.weight {
			x.covariance[i] = p.product(x.side, p.sides[i*width:][:width])
			if w := weight[x.question]; w != 0 {
				k := int(p.nodes[x.question].at[i])
				x.covariance[i] += w * p.within(x.question, x.node, k)
			}
		}
	})
}

// best returns the candidate whose score lowers the variances of the ratings most, or nil if none
// does.
func (p *planner) best() (best *candidate) {
	most := 0.0
	for _, c := range p.candidates {
		if c.known {
			continue
		}
		if gain := dense.Dot(c.covariance, c.covariance) / c.variance; gain > most {
			best, most = c, gain
		}
	}
	return best
}

// grade makes the score of a candidate known.
func (p *planner) grade(x *candidate) {
	x.known = true
	for i, v := range x.covariance {
		p.variance[i] -= v * v / x.variance
	}
	x.others = make([]float64, len(p.candidates))
	parallel.EachOf(len(p.candidates), rowsAtOnce, func(k int) {
		c := p.candidates[k]
		if c.known {
			return
		}
		v := p.product(c.side, x.side)
		if c.question == x.question {
			v += p.within(c.question, c.node, x.node)
		}
		for _, g := range p.graded {
			v -= g.others[k] * g.others[x.at] / g.variance
		}
		x.others[k] = v
		dense.AddScaled(c.covariance, -v/x.variance, x.covariance)
		c.variance = max(c.variance-v*v/x.variance, minScoreVariance)
	})
	p.graded = append(p.graded, x)
}

// minScoreVariance is the lowest variance of an unknown score.
const minScoreVariance = 1e-12

// error returns the root mean squared error that is expected.
func (p *planner) error() float64 {
	var sum float64
	for _, v := range p.variance {
		sum += max(0, v)
	}
	return math.Sqrt(sum / float64(max(1, len(p.variance))))
}

// moments returns the mean of σ(g), that of its derivative, and its variance, for g with a Gaussian
// distribution: sums over evenly spaced quantities of it, which are precise for smooth functions.
func moments(mean, variance float64) (grade, slope, spread float64) {
	const steps, farthest = 24, 5.0
	sd := math.Sqrt(variance)
	var all, squares float64
	for k := -steps; k <= steps; k++ {
		z := farthest * float64(k) / steps
		w, s := math.Exp(-z*z/2), sigmoid(mean+sd*z)
		all += w
		grade += w * s
		slope += w * s * (1 - s)
		squares += w * s * s
	}
	grade /= all
	return grade, slope / all, max(0, squares/all-grade*grade)
}
