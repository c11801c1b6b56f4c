package published

import (
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/regress"
)

// design lays the columns of the named features side by side.
func (x *Experiment) design(names []string, t *Trial) (trainX, testX *regress.Matrix) {
	train, test := t.train, t.test
	for _, name := range names {
		var a, b *regress.Matrix
		switch {
		case bags[name] != nil:
			a, b = bags[name].matrices(x.answers, train, test)
		case name == "WCS":
			similar := func(i int) []float64 { return x.vectorSimilarities(t, i) }
			a, b = dense(each(train, similar)), dense(each(test, similar))
		case x.key[name] != nil:
			a, b = dense(numbers.At(x.key[name], train)), dense(numbers.At(x.key[name], test))
		default:
			nearest := func(i int) []float64 {
				return x.neighbours[name].ratings(i, train, x.Ratings)
			}
			a, b = dense(each(train, nearest)), dense(each(test, nearest))
		}
		if trainX == nil {
			trainX, testX = a, b
		} else {
			trainX, testX = regress.HStack(trainX, a), regress.HStack(testX, b)
		}
	}
	return trainX, testX
}

// vectorSimilarities returns a respondent's largest similarity to the key, question by question, by
// the trial's word vectors.
func (x *Experiment) vectorSimilarities(t *Trial, respondent int) []float64 {
	if t.vectors == nil {
		t.vectors = newKeyVectors(x.accepted, x.seed, t.number)
	}
	values := make([]float64, len(x.answers))
	for j, answers := range x.answers {
		for _, key := range x.accepted[j] {
			values[j] = max(values[j], t.vectors.similarity(answers[respondent], key))
		}
	}
	return values
}

func each(respondents []int, row func(int) []float64) [][]float64 {
	rows := make([][]float64, len(respondents))
	for k, i := range respondents {
		rows[k] = row(i)
	}
	return rows
}

// dense makes a matrix of rows that name every column.
func dense(rows [][]float64) *regress.Matrix {
	m := regress.NewMatrix(len(rows), len(rows[0]))
	for _, values := range rows {
		index := make([]int32, len(values))
		for j := range index {
			index[j] = int32(j)
		}
		m.Append(regress.Row{Index: index, Value: values})
	}
	return m
}
