package grades

import (
	"slices"

	"github.com/luna-rating/luna/internal/dense"
)

// view is the model in weight space at one point, with what its derivatives need.
type view struct {
	coefficients
	theta     []float64
	grade     [][]float64 // σ(g), by question and row
	meanGrade []float64   // by respondent
	objective float64     // minus the log posterior up to a constant
}

// latent writes g - m at theta, by question and row.
func (w *weightSpace) latent(theta []float64, product [][]float64) {
	cues, sd := w.prepared.prior.cues(), w.sd
	w.each(func(j int) {
		q := w.questions[j]
		p := q.parameters(theta)
		dense := make([]float64, 0, q.width)
		dense = append(dense, sd.shared*theta[cues]+sd.intercept**p.intercept)
		for _, v := range theta[:cues] {
			dense = append(dense, sd.weight*v)
		}
		for _, v := range p.vector {
			dense = append(dense, sd.vector*v)
		}
		for _, v := range p.height {
			dense = append(dense, sd.height*v)
		}
		q.multiply(scaled(sd.grams, p.grams), dense, product[j])
	})
}

// addTransposed adds to theta the transpose of latent, applied to a number for each row.
func (w *weightSpace) addTransposed(byRow [][]float64, theta []float64) {
	cues, sd := w.prepared.prior.cues(), w.sd
	all := make([][]float64, len(w.questions))
	w.each(func(j int) {
		q := w.questions[j]
		p := q.parameters(theta)
		grams, dense := make([]float64, len(p.grams)), make([]float64, q.width)
		q.addTransposed(byRow[j], grams, dense)
		*p.intercept += sd.intercept * dense[0]
		for k, v := range grams {
			p.grams[k] += sd.grams * v
		}
		for k, v := range dense[1+cues:][:len(p.vector)] {
			p.vector[k] += sd.vector * v
		}
		for k, v := range dense[1+cues+len(p.vector):] {
			p.height[k] += sd.height * v
		}
		all[j] = dense
	})
	for _, dense := range all {
		theta[cues] += sd.shared * dense[0]
		for k, v := range dense[1 : 1+cues] {
			theta[k] += sd.weight * v
		}
	}
}

// byRow returns a zero for each row of each question.
func (w *weightSpace) byRow() [][]float64 {
	list := make([][]float64, len(w.questions))
	for j, q := range w.questions {
		list[j] = make([]float64, q.size())
	}
	return list
}

// view returns the model at theta, which it keeps.
func (w *weightSpace) view(theta []float64) *view {
	v := &view{
		theta: theta, coefficients: w.coefficients(theta), grade: w.byRow(),
		meanGrade: make([]float64, len(w.ratings)),
	}
	w.latent(theta, v.grade)
	w.each(func(j int) {
		dense.Logistic(v.grade[j], v.grade[j], w.questions[j].mean)
	})
	sums := make([]float64, w.blockCount())
	w.blocks(func(block int, used []int) {
		w.average(v.grade, used, v.meanGrade)
		for _, i := range used {
			e := w.ratings[i] - v.rating(v.meanGrade[i])
			sums[block] += e * e
		}
	})
	var squares, keySquares float64
	for _, s := range sums {
		squares += s
	}
	for j, q := range w.questions {
		for _, k := range q.key {
			e := 1 - v.grade[j][k]
			keySquares += e * e
		}
	}
	h := w.hyper
	v.objective = (dot(theta, theta) + squares/(h.Noise*h.Noise) +
		keySquares/(h.KeyNoise*h.KeyNoise)) / 2
	return v
}

// average writes for each respondent the mean over the questions of the values of their rows, as
// far as the questions count.
func (w *weightSpace) average(byRow [][]float64, used []int, means []float64) {
	for j, q := range w.questions {
		values := w.counted(j, byRow[j])
		for _, i := range used {
			if j == 0 {
				means[i] = 0
			}
			means[i] += values[q.at[i]]
		}
	}
	for _, i := range used {
		means[i] *= w.weight[i]
		means[i] /= float64(len(w.questions))
	}
}

// counted returns the values of the rows of question j times how much the question counts with
// them.
func (w *weightSpace) counted(j int, values []float64) []float64 {
	blank := w.questions[j].blank
	if len(blank) == 0 || w.hyper.blankShare() == 1 {
		return values
	}
	values = slices.Clone(values)
	for _, k := range blank {
		values[k] *= w.hyper.blankShare()
	}
	return values
}

// gather is the transpose of average for question j, times the number of questions and a factor: it
// writes for each row the sum of its respondents' values.
func (w *weightSpace) gather(j int, byRespondent []float64, factor float64, byRow []float64) {
	q := w.questions[j]
	clear(byRow)
	for _, i := range w.used {
		byRow[q.at[i]] += w.weight[i] * byRespondent[i]
	}
	for k, v := range byRow {
		byRow[k] = factor * v
	}
	for _, k := range q.blank {
		byRow[k] *= w.hyper.blankShare()
	}
}

// gradient returns the gradient of the objective and its derivatives by each row's grade.
func (w *weightSpace) gradient(v *view) (gradient []float64, byGrade [][]float64) {
	cues, h := w.prepared.prior.cues(), w.hyper
	errors := make([]float64, len(w.ratings))
	sums := make([][2]float64, w.blockCount())
	w.blocks(func(block int, used []int) {
		for _, i := range used {
			e := w.ratings[i] - v.rating(v.meanGrade[i])
			errors[i] = e
			sums[block][0] += e
			sums[block][1] += e * (v.meanGrade[i] - 1)
		}
	})
	byGrade = w.byRow()
	noise := h.Noise * h.Noise
	gradient = slices.Clone(v.theta)
	for _, s := range sums {
		gradient[cues+1] -= h.Top * s[0] / noise
		gradient[cues+2] -= h.Reach * s[1] / noise
	}
	byLatent := w.byRow()
	factor := -v.reach / (noise * float64(len(w.questions)))
	w.each(func(j int) {
		q := w.questions[j]
		w.gather(j, errors, factor, byGrade[j])
		for _, k := range q.key {
			byGrade[j][k] -= (1 - v.grade[j][k]) / (h.KeyNoise * h.KeyNoise)
		}
		for k, p := range v.grade[j] {
			byLatent[j][k] = byGrade[j][k] * p * (1 - p)
		}
	})
	w.addTransposed(byLatent, gradient)
	return gradient, byGrade
}
