package grades

import "slices"

// view is what the large model makes of its texts and respondents at one point, and what its derivatives need.
type view struct {
	line
	theta     []float64
	grade     [][]float64 // σ(g), by question and row
	average   []float64   // by respondent: the mean of the grades
	objective float64     // minus the log posterior, but for a constant
}

// logits writes the product of each row of the questions with parameters: the change of g that they make.
func (g *large) logits(theta []float64, product [][]float64) {
	cues, s := g.prepared.prior.cues(), g.scales
	g.each(func(j int) {
		q := g.questions[j]
		p := q.own(theta)
		others := make([]float64, 0, q.width)
		others = append(others, s.shared*theta[cues]+s.intercept**p.intercept)
		for _, v := range theta[:cues] {
			others = append(others, s.weight*v)
		}
		for _, v := range p.vector {
			others = append(others, s.vector*v)
		}
		for _, v := range p.height {
			others = append(others, s.height*v)
		}
		q.times(scaled(s.grams, p.grams), others, product[j])
	})
}

// addLogitsBack adds to parameters what rows of the questions, by these weights, contribute: the transpose of logits.
func (g *large) addLogitsBack(weights [][]float64, theta []float64) {
	cues, s := g.prepared.prior.cues(), g.scales
	all := make([][]float64, len(g.questions))
	g.each(func(j int) {
		q := g.questions[j]
		p := q.own(theta)
		grams, others := make([]float64, len(p.grams)), make([]float64, q.width)
		q.addBack(weights[j], grams, others)
		*p.intercept += s.intercept * others[0]
		for k, v := range grams {
			p.grams[k] += s.grams * v
		}
		for k, v := range others[1+cues:][:len(p.vector)] {
			p.vector[k] += s.vector * v
		}
		for k, v := range others[1+cues+len(p.vector):] {
			p.height[k] += s.height * v
		}
		all[j] = others
	})
	for _, others := range all {
		theta[cues] += s.shared * others[0]
		for k, v := range others[1 : 1+cues] {
			theta[k] += s.weight * v
		}
	}
}

// byRow makes a number for each row of each question.
func (g *large) byRow() [][]float64 {
	list := make([][]float64, len(g.questions))
	for j, q := range g.questions {
		list[j] = make([]float64, q.size())
	}
	return list
}

// view returns the model at theta, which it keeps.
func (g *large) view(theta []float64) *view {
	v := &view{theta: theta, line: g.line(theta), grade: g.byRow(), average: make([]float64, len(g.ratings))}
	g.logits(theta, v.grade)
	g.each(func(j int) {
		grade := v.grade[j]
		for k, m := range g.questions[j].mean {
			grade[k] = sigmoid(m + grade[k])
		}
	})
	sums := make([]float64, g.blockCount())
	g.blocks(func(block int, seen []int) {
		g.averages(v.grade, seen, v.average)
		for _, i := range seen {
			e := g.ratings[i] - v.rating(v.average[i])
			sums[block] += e * e
		}
	})
	var squares, ofKey float64
	for _, s := range sums {
		squares += s
	}
	for j, q := range g.questions {
		for _, k := range q.key {
			e := 1 - v.grade[j][k]
			ofKey += e * e
		}
	}
	h := g.hyper
	v.objective = (dot(theta, theta) + squares/(h.Noise*h.Noise) + ofKey/(h.KeyNoise*h.KeyNoise)) / 2
	return v
}

// averages writes the mean over the questions of what each respondent's rows have.
func (g *large) averages(byRow [][]float64, seen []int, averages []float64) {
	for j, q := range g.questions {
		values := byRow[j]
		for _, i := range seen {
			if j == 0 {
				averages[i] = 0
			}
			averages[i] += values[q.at[i]]
		}
	}
	for _, i := range seen {
		averages[i] /= float64(len(g.questions))
	}
}

// gather writes for each row the sum of what its respondents have, times a factor.
func (r *rows) gather(seen []int, byRespondent []float64, factor float64, byRow []float64) {
	clear(byRow)
	for _, i := range seen {
		byRow[r.at[i]] += byRespondent[i]
	}
	for k, v := range byRow {
		byRow[k] = factor * v
	}
}

// gradient returns that of the objective, and its derivative by each row's grade.
func (g *large) gradient(v *view) (gradient []float64, byGrade [][]float64) {
	cues, h := g.prepared.prior.cues(), g.hyper
	errors := make([]float64, len(g.ratings))
	sums := make([][2]float64, g.blockCount())
	g.blocks(func(block int, seen []int) {
		for _, i := range seen {
			e := g.ratings[i] - v.rating(v.average[i])
			errors[i] = e
			sums[block][0] += e
			sums[block][1] += e * (v.average[i] - 1)
		}
	})
	byGrade = g.byRow()
	noise := h.Noise * h.Noise
	gradient = slices.Clone(v.theta)
	for _, s := range sums {
		gradient[cues+1] -= h.Top * s[0] / noise
		gradient[cues+2] -= h.Reach * s[1] / noise
	}
	weights := g.byRow()
	factor := -v.reach / (noise * float64(len(g.questions)))
	g.each(func(j int) {
		q := g.questions[j]
		q.gather(g.seen, errors, factor, byGrade[j])
		for _, k := range q.key {
			byGrade[j][k] -= (1 - v.grade[j][k]) / (h.KeyNoise * h.KeyNoise)
		}
		for k, p := range v.grade[j] {
			weights[j][k] = byGrade[j][k] * p * (1 - p)
		}
	})
	g.addLogitsBack(weights, gradient)
	return gradient, byGrade
}
