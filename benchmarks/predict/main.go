// Predict prints how many records per second a model of a data set rates, and how much memory that
// takes: for records whose responses are drawn from the data set, question by question, and for
// records of new responses.
//
//	go run ./benchmarks/predict [-n 1000000] [-approach AUTO] [-seed 1] DATASET
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("predict: ")
	n := flag.Int("n", 1_000_000,
		"number of records of known responses; there are a fiftieth as many with new ones")
	approach := flag.String("approach", "AUTO",
		"approach to train, with ridge if it takes a regressor")
	seed := flag.Uint64("seed", 1, "seed of the records")
	flag.Parse()
	spec := "sample-powergrading"
	if flag.NArg() > 0 {
		spec = flag.Arg(0)
	}
	sets, err := lrp.Load(spec)
	if err != nil {
		log.Fatal(err)
	}
	ds := sets[0]
	m, err := lrp.Train(context.Background(), ds, lrp.TrainOptions{Approach: *approach, Folds: -1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s of %s, %d respondents\n", *approach, ds.Name, len(ds.Respondents))
	run(m, "known responses", *n, known(ds, *seed))
	run(m, "new responses", max(1, *n/50), changed(ds, *seed))
}

// run rates n records as they are generated.
func run(m *lrp.Model, name string, n int, record func() []string) {
	in, out := io.Pipe()
	go func() {
		w := bufio.NewWriterSize(out, 1<<20)
		e := json.NewEncoder(w)
		for i := range n {
			// If writing fails, reading fails too and reports why.
			_ = e.Encode(map[string]any{"id": "r" + strconv.Itoa(i), "responses": record()})
		}
		w.Flush()
		out.Close()
	}()
	began := time.Now()
	s, err := batch.Predict(context.Background(), m, in, name, io.Discard, batch.Options{})
	if err != nil {
		log.Fatal(err)
	}
	took := time.Since(began).Seconds()
	fmt.Printf("  %-28s %8d records %7.1f s %9.0f per second, peak %s\n",
		name, s.Records, took, float64(s.Records)/took,
		measure.Bytes(measure.Peak()))
}

// known returns a function that draws each response from those to the question in the data set.
func known(ds *datasets.Dataset, seed uint64) func() []string {
	rng := rand.New(rand.NewPCG(seed, 1))
	return func() []string {
		record := make([]string, len(ds.Questions))
		for j := range record {
			record[j] = ds.Respondents[rng.IntN(len(ds.Respondents))].Responses[j]
		}
		return record
	}
}

// changed returns a function that adds a new word to each of them.
func changed(ds *datasets.Dataset, seed uint64) func() []string {
	rng, next := rand.New(rand.NewPCG(seed, 2)), known(ds, seed)
	return func() []string {
		record := next()
		for j := range record {
			record[j] = strings.TrimSpace(record[j] + " " + strconv.FormatUint(rng.Uint64(), 36))
		}
		return record
	}
}
