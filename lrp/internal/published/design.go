package published

import "github.com/luna-rating/luna/regress"

// design lays the columns of the named features side by side.
func (x *Experiment) design(names []string, train, test []int) (trainX, testX *regress.Matrix) {
	for _, name := range names {
		var a, b *regress.Matrix
		switch {
		case bags[name] != nil:
			a, b = bags[name].matrices(x.answers, train, test)
		case keyFeatures[name] != nil:
			a, b = dense(selected(x.key[name], train)), dense(selected(x.key[name], test))
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
