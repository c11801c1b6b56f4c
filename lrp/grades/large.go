package grades

import (
	"slices"
	"sync"

	"gonum.org/v1/gonum/optimize"
)

// large is the model by its parameters, for training parts of any size: those of f are the weights of n-grams,
// of the word vector's numbers and of the [centres]. Each is divided by its prior standard deviation, so that all are N(0, 1).
// In their order: the weights of the cues, the shared intercept, top - 1, reach - 1; and for each question
// the intercept, n-grams, vector, centres.
type large struct {
	*problem
	hyper     Hyper
	questions []*largeQuestion
	size      int
}

type largeQuestion struct {
	*nodes
	first   int // of the question's parameters
	centres *centres
	phi     [][]float64 // by node
}

func newLarge(b *problem, h Hyper) *large {
	g := &large{problem: b, hyper: h, size: b.prior.cues() + 3, questions: make([]*largeQuestion, len(b.nodes))}
	g.each(func(j int) {
		n := b.nodes[j]
		q := &largeQuestion{nodes: n, centres: newCentres(n.texts)}
		for _, t := range n.texts {
			q.phi = append(q.phi, q.centres.of(t))
		}
		g.questions[j] = q
	})
	for _, q := range g.questions {
		q.first = g.size
		g.size += 1 + len(q.question.grams) + q.question.vectors.Dim() + len(q.centres.at)
	}
	return g
}

// each calls f for every question, side by side. Questions share nothing, so that the result does not depend on the
// number of processors.
func (g *large) each(f func(j int)) {
	var wait sync.WaitGroup
	for j := range g.nodes {
		wait.Go(func() { f(j) })
	}
	wait.Wait()
}

// ownParameters are one question's.
type ownParameters struct {
	intercept             *float64
	grams, vector, height []float64
}

func (q *largeQuestion) own(theta []float64) ownParameters {
	grams, vector := len(q.question.grams), q.question.vectors.Dim()
	rest := theta[q.first+1:]
	return ownParameters{&theta[q.first], rest[:grams], rest[grams : grams+vector], rest[grams+vector:][:len(q.centres.at)]}
}

// line returns the parameters but those of f as they stand in the model.
func (g *large) line(theta []float64) line {
	cues, h := g.prior.cues(), g.hyper
	s := newScales(h)
	l := line{top: 1 + h.Top*theta[cues+1], reach: 1 + h.Reach*theta[cues+2], shared: s.shared * theta[cues]}
	for _, v := range theta[:cues] {
		l.weights = append(l.weights, s.weight*v)
	}
	for _, q := range g.questions {
		l.intercept = append(l.intercept, s.intercept*theta[q.first])
	}
	return l
}

// functions returns f of each question.
func (g *large) functions(theta []float64) []*function {
	s := newScales(g.hyper)
	list := make([]*function, len(g.questions))
	for j, q := range g.questions {
		p := q.own(theta)
		f := &function{centres: q.centres.at, heights: q.centres.heights(p.height)}
		for _, v := range p.grams {
			f.grams = append(f.grams, s.grams*v)
		}
		for _, v := range p.vector {
			f.vector = append(f.vector, s.vector*v)
		}
		for k := range f.heights {
			f.heights[k] *= s.height
		}
		list[j] = f
	}
	return list
}

// grades returns σ(g) of every node.
func (g *large) grades(theta []float64, l line) [][]float64 {
	s := newScales(g.hyper)
	grade := make([][]float64, len(g.questions))
	g.each(func(j int) {
		q := g.questions[j]
		p := q.own(theta)
		own := make([]float64, q.size())
		for k, t := range q.texts {
			v := q.mean[k] + l.shared + l.intercept[j] + dot(t.cues, l.weights) + s.height*dot(q.phi[k], p.height)
			var grams, vector float64
			for i, n := range t.grams.index {
				grams += t.grams.value[i] * p.grams[n]
			}
			for i, x := range t.vector {
				vector += float64(x) * p.vector[i]
			}
			own[k] = sigmoid(v + s.grams*grams + s.vector*vector)
		}
		grade[j] = own
	})
	return grade
}

// objective returns minus the log posterior, but for a constant, and writes its gradient, unless it is nil.
func (g *large) objective(theta, gradient []float64) float64 {
	l := g.line(theta)
	grade := g.grades(theta, l)
	pull := make([][]float64, len(g.questions)) // derivative by each node's grade
	for j, q := range g.questions {
		pull[j] = make([]float64, q.size())
	}
	misfit := dot(theta, theta)
	noise := g.hyper.Noise * g.hyper.Noise
	var byTop, byReach float64
	for i, y := range g.ratings {
		var average float64
		for j, q := range g.questions {
			average += grade[j][q.at[i]]
		}
		average /= float64(len(g.questions))
		e := y - l.rating(average)
		misfit += e * e / noise
		byTop -= e / noise
		byReach -= e / noise * (average - 1)
		for j, q := range g.questions {
			pull[j][q.at[i]] -= e / noise * l.reach / float64(len(g.questions))
		}
	}
	for _, a := range g.answers {
		e := 1 - grade[a.question][a.node]
		misfit += e * e / (g.hyper.KeyNoise * g.hyper.KeyNoise)
		pull[a.question][a.node] -= e / (g.hyper.KeyNoise * g.hyper.KeyNoise)
	}
	if gradient != nil {
		copy(gradient, theta)
		cues := g.prior.cues()
		gradient[cues+1] += g.hyper.Top * byTop
		gradient[cues+2] += g.hyper.Reach * byReach
		g.back(gradient, grade, pull)
	}
	return misfit / 2
}

// back adds what the nodes' grades contribute to the gradient.
func (g *large) back(gradient []float64, grade, pull [][]float64) {
	s, cues := newScales(g.hyper), g.prior.cues()
	shared := make([][]float64, len(g.questions)) // by the cues' weights and the intercept
	g.each(func(j int) {
		q := g.questions[j]
		p := q.own(gradient)
		shared[j] = make([]float64, cues+1)
		for k, t := range q.texts {
			d := pull[j][k] * grade[j][k] * (1 - grade[j][k])
			if d == 0 {
				continue
			}
			*p.intercept += s.intercept * d
			shared[j][cues] += d
			for i, z := range t.cues {
				shared[j][i] += d * z
			}
			for i, n := range t.grams.index {
				p.grams[n] += s.grams * d * t.grams.value[i]
			}
			for i, x := range t.vector {
				p.vector[i] += s.vector * d * float64(x)
			}
			for i, v := range q.phi[k] {
				p.height[i] += s.height * d * v
			}
		}
	})
	for _, d := range shared {
		for k, v := range d[:cues] {
			gradient[k] += s.weight * v
		}
		gradient[cues] += s.shared * d[cues]
	}
}

const (
	mostIterations = 1000
	// The search stops where so many iterations in a row gain less than slack nats each, or slackEach for each
	// respondent if that is more.
	patience  = 10
	slack     = 0.2
	slackEach = 2e-5
)

// climb finds the mode from theta by limited-memory BFGS.
func (g *large) climb(theta []float64) (best []float64, converged bool, err error) {
	// The search asks for the value and then, at the same point, for the gradient.
	at, slope := make([]float64, g.size), make([]float64, g.size)
	value := g.objective(at, slope)
	ask := func(x []float64) {
		if !slices.Equal(x, at) {
			copy(at, x)
			value = g.objective(at, slope)
		}
	}
	r, err := optimize.Minimize(
		optimize.Problem{
			Func: func(x []float64) float64 { ask(x); return value },
			Grad: func(gradient, x []float64) { ask(x); copy(gradient, slope) },
		},
		theta,
		&optimize.Settings{
			MajorIterations: mostIterations,
			Converger:       &optimize.FunctionConverge{Absolute: max(slack, slackEach*float64(len(g.ratings))), Iterations: patience},
		},
		&optimize.LBFGS{Store: 15},
	)
	if r == nil {
		return nil, false, err
	}
	// A line search that finds nothing better ends at the best point there is.
	return r.X, r.Status == optimize.FunctionConvergence || err != nil, nil
}

// start returns the parameters of an exact fit to some of the respondents.
func (g *large) start(f *Fitted) []float64 {
	theta := make([]float64, g.size)
	cues, h := g.prior.cues(), g.hyper
	s := newScales(h)
	for k, w := range f.weights {
		theta[k] = w / s.weight
	}
	theta[cues] = f.shared / s.shared
	theta[cues+1], theta[cues+2] = (f.top-1)/h.Top, (f.reach-1)/h.Reach
	for j, q := range g.questions {
		p := q.own(theta)
		*p.intercept = f.intercept[j] / s.intercept
		for k, v := range f.functions[j].grams {
			p.grams[k] = v / s.grams
		}
		for k, v := range f.functions[j].vector {
			p.vector[k] = v / s.vector
		}
		values := make([]float64, len(q.centres.at))
		for k, z := range q.centres.at {
			values[k] = f.functions[j].ofCues(z)
		}
		for k, v := range q.centres.through(values) {
			p.height[k] = v / s.height
		}
	}
	return theta
}
