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

// Whatever writes records, a file, a pipe or a socket, is answered line by line.
func ExamplePredict() {
	sets, err := lrp.Load("sample-mohler")
	if err != nil {
		log.Fatal(err)
	}
	model, err := lrp.Train(context.Background(), sets[0], lrp.TrainOptions{Approach: "CBG", Folds: -1})
	if err != nil {
		log.Fatal(err)
	}
	in := strings.NewReader(`{"id":"ann","responses":["x","","","","","","","","","","",null]}
{"id":"bob"}
{"id":"eve","responses":["","","","","","","","","","","",""]}
`)
	summary, err := batch.Predict(context.Background(), model, in, "records", os.Stdout, batch.Options{
		Bad: func(e *batch.RecordError) { fmt.Println(e) },
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d rated, %d left out\n", summary.Records, summary.Bad)
	// Output:
	// records:2: found no "responses", expected a list of texts
	// {"id":"ann","rating":0.7009132420091325}
	// {"id":"eve","rating":0.7009132420091325}
	// 2 rated, 1 left out
}
