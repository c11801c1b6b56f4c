package golearn_test

import (
	"fmt"
	"log"

	"github.com/sjwhitworth/golearn/trees"

	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
)

// Golearn's tree with one split shows which column matters.
func ExampleInstances() {
	x := regress.NewMatrix(4, 2)
	x.Append(regress.Row{Index: []int32{0}, Value: []float64{1}})
	x.Append(regress.Row{Index: []int32{0, 1}, Value: []float64{1, .8}})
	x.Append(regress.Row{Index: []int32{1}, Value: []float64{.6}})
	x.Append(regress.Row{})
	instances, err := golearn.Instances(x, []string{"1/BWO", "1/SNL"}, []float64{.25, 1, 1, .25})
	if err != nil {
		log.Fatal(err)
	}
	tree := trees.NewDecisionTreeRegressor(trees.MSE, 1)
	if err := tree.Fit(instances); err != nil {
		log.Fatal(err)
	}
	fmt.Print(tree)
	// Output:
	// Feature 1 < 0.300
	// ---> True
	//   PREDICT    0.250
	// ---> False
	//   PREDICT    1.000
}

func ExampleTree() {
	x := regress.NewMatrix(4, 1)
	for _, v := range []float64{.1, .2, .7, .9} {
		x.Append(regress.Row{Index: []int32{0}, Value: []float64{v}})
	}
	model, err := golearn.Tree{MaxDepth: 1}.Fit(regress.Problem{X: x, Y: []float64{.2, .3, .8, .9}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f\n", model.Predict(x))
	// Output: [0.25 0.25 0.85 0.85]
}
