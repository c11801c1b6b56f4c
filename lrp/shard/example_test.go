package shard_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
	"github.com/luna-rating/luna/lrp/shard"
)

// Two processes, on any computers that share a folder, predict the ratings of the respondents in a
// file. Another one puts the answers together.
func ExampleParts_Merge() {
	dir := must(os.MkdirTemp("", "example"))
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "records.jsonl")
	records := `{"id":"ann","responses":["x","","","","","","","","","","",null]}
{"id":"eve","responses":["","","","","","","","","","","",""]}
`
	if err := os.WriteFile(name, []byte(records), 0o666); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	sets := must(lrp.Load("sample-mohler"))
	model := must(lrp.Train(ctx, sets[0], lrp.TrainOptions{Approach: "CBG", Folds: -1}))
	parts := shard.Parts{Storage: shard.Local{}, Prefix: filepath.Join(dir, "parts") + "/"}
	for i := range 2 { // in a process each
		m := shard.New("predict", i, 2, "part", ".jsonl", nil)
		m.Inputs = []shard.Input{{File: name, Bytes: int64(len(records))}}
		if err := parts.Write(m, func(w io.Writer) error {
			return m.Predict(ctx, model, shard.Local{}, w, batch.Options{})
		}); err != nil {
			log.Fatal(err)
		}
		fmt.Println("part", m.Shard, "has", m.Records, "record")
	}
	if err := parts.Merge(os.Stdout, must(parts.All())); err != nil {
		log.Fatal(err)
	}
	// Output:
	// part 0 has 1 record
	// part 1 has 1 record
	// {"id":"ann","rating":0.7009132420091325}
	// {"id":"eve","rating":0.7009132420091325}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
