// Predict prints how many records a second a model of a data set rates, and in how much memory: records whose responses were
// drawn from the data set's, question by question, and records of responses that nobody gave.
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
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("predict: ")
	n := flag.Int("n", 1_000_000, "number of records of each kind; a fiftieth of responses that nobody gave")
	approach := flag.String("approach", "AUTO", "what to train; its regressor is ridge")
	seed := flag.Uint64("seed", 1, "what the records derive from")
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
	run(m, "responses of respondents", *n, given(ds, *seed))
	run(m, "responses that nobody gave", max(1, *n/50), changed(ds, *seed))
}

// run has n records rated as they are made.
func run(m *lrp.Model, name string, n int, record func() []string) {
	in, out := io.Pipe()
	go func() {
		w := bufio.NewWriterSize(out, 1<<20)
		e := json.NewEncoder(w)
		for i := range n {
			// A failure to write is the reader's, which tells it.
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
	fmt.Printf("  %-28s %8d records %7.1f s %9.0f a second%s\n", name, s.Records, took, float64(s.Records)/took, peak())
}

// given draws each response from those of the data set's respondents to the question.
func given(ds *datasets.Dataset, seed uint64) func() []string {
	rng := rand.New(rand.NewPCG(seed, 1))
	return func() []string {
		record := make([]string, len(ds.Questions))
		for j := range record {
			record[j] = ds.Respondents[rng.IntN(len(ds.Respondents))].Responses[j]
		}
		return record
	}
}

// changed adds a word that nobody wrote to each.
func changed(ds *datasets.Dataset, seed uint64) func() []string {
	rng, next := rand.New(rand.NewPCG(seed, 2)), given(ds, seed)
	return func() []string {
		record := next()
		for j := range record {
			record[j] = strings.TrimSpace(record[j] + " " + strconv.FormatUint(rng.Uint64(), 36))
		}
		return record
	}
}

var highWater = regexp.MustCompile(`VmHWM:\s*(\d+) kB`)

// peak is the largest memory that the process has held, where the system tells.
func peak() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return ""
	}
	if found := highWater.FindSubmatch(status); found != nil {
		kb, _ := strconv.Atoi(string(found[1])) // digits
		return fmt.Sprintf(", peak %d MB", kb/1000)
	}
	return ""
}
