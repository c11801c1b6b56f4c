package regress_test

import (
	"encoding/json"
	"fmt"
	"log"

	"github.com/luna-rating/luna/regress"
)

// Four sparse rows of two columns, and their targets.
func problem() regress.Problem {
	x := regress.NewMatrix(4, 2)
	x.Append(regress.Row{})
	x.Append(regress.Row{Index: []int32{0}, Value: []float64{1}})
	x.Append(regress.Row{Index: []int32{1}, Value: []float64{1}})
	x.Append(regress.Row{Index: []int32{0, 1}, Value: []float64{1, 1}})
	return regress.Problem{X: x, Y: []float64{.1, .4, .6, .9}}
}

func Example() {
	p := problem()
	model, err := regress.OLS{}.Fit(p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f\n", model.Predict(p.X))
	linear := model.(*regress.Linear)
	fmt.Printf("weights %.2f, intercept %.2f, rank %d\n",
		linear.Coef, linear.Intercept, model.Diagnostics().Rank)
	// Output:
	// [0.10 0.40 0.60 0.90]
	// weights [0.30 0.50], intercept 0.10, rank 2
}

// Regressors can be made by name, for a command line.
func ExampleByName() {
	p := problem()
	for _, name := range []string{"ridge", "lasso", "gp"} {
		r, err := regress.ByName(name, regress.Options{Alpha: regress.DefaultAlpha})
		if err != nil {
			log.Fatal(err)
		}
		model, err := r.Fit(p)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %.2f\n", r.Name(), model.Predict(p.X))
	}
	// Output:
	// ridge [0.10 0.40 0.60 0.90]
	// lasso [0.45 0.45 0.55 0.55]
	// gp [0.11 0.40 0.60 0.89]
}

// Every model survives JSON exactly.
func ExampleLinear() {
	p := problem()
	model, err := regress.Ridge{Alpha: 1}.Fit(p)
	if err != nil {
		log.Fatal(err)
	}
	file, err := json.Marshal(model)
	if err != nil {
		log.Fatal(err)
	}
	var again regress.Linear
	if err := json.Unmarshal(file, &again); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n%.3f\n", model.Predict(p.X), again.Predict(p.X))
	// Output:
	// [0.300 0.450 0.550 0.700]
	// [0.300 0.450 0.550 0.700]
}
