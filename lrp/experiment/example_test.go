package experiment_test

import (
	"fmt"
	"log"
	"os"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/regress"
)

// NewDesign returns the numbers of one split for another program.
func ExampleNewDesign() {
	sets, err := datasets.Open("csv:../../datasets/testdata/weather.csv", datasets.Options{},
		datasets.Table(datasets.TableOptions{Key: "../../datasets/testdata/weather_key.csv"}))
	if err != nil {
		log.Fatal(err)
	}
	approaches, err := approach.Select(approach.All(), "BOW")
	if err != nil {
		log.Fatal(err)
	}
	design, err := experiment.NewDesign(
		sets[0], text.English, approaches[0], datasets.Split{Train: []int{0, 1}, Test: []int{2}},
	)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(design.Columns)
	if err := regress.WriteMatrixMarket(os.Stdout, design.Train); err != nil {
		log.Fatal(err)
	}
	fmt.Println(design.TrainY, design.TestIDs)
	// Output:
	// [1/BOW/cats 1/BOW/rain 2/BOW/face 2/BOW/upside]
	// %%MatrixMarket matrix coordinate real general
	// 2 4 4
	// 1 2 1
	// 1 3 1
	// 1 4 1
	// 2 1 1
	// [1 0] [cem]
}
