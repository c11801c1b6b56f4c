package golearn_test

import (
	"fmt"
	"log"

	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
)

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
