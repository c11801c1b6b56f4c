package batch_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

// Records from a file, a pipe or a connection are answered line by line.
func ExamplePredict() {
	sets, err := lrp.Load("sample-mohler")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	model, err := lrp.Train(ctx, sets[0], lrp.TrainOptions{Approach: "CBG", Folds: -1})
	if err != nil {
		log.Fatal(err)
	}
	in := strings.NewReader(`{"id":"ann","responses":["x","","","","","","","","","","",null]}
{"id":"bob"}
{"id":"eve","responses":["","","","","","","","","","","",""]}
`)
	summary, err := batch.Predict(ctx, model, in, "records", os.Stdout, batch.Options{
		Bad: func(_ int, _ string, err error) { fmt.Println(err) },
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d rated, %d skipped\n", summary.Records, summary.Bad)
	// Output:
	// records:2: found no "responses", expected a list of strings and nulls
	// {"id":"ann","rating":0.7009132420091325}
	// {"id":"eve","rating":0.7009132420091325}
	// 2 rated, 1 skipped
}
