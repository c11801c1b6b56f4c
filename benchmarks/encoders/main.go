// Encoders measures how many texts a second an encoder of texts encodes, and its peak memory,
// beside onnxruntime with the same model in Python:
//
//	go run ./benchmarks/encoders --encoder DIR [--python PYTHON]
//
// DIR is a folder of a BERT model as published on Hugging Face, with mean pooling. Texts have 12,
// 60 and 250 tokens. Both sides run three times in turns, each time in a process of its own; the
// medians are printed. Python needs numpy, onnx, onnxruntime and tokenizers; without them, only our
// side is measured.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/embed"
)

//go:embed peer.py
var peer []byte

// output is what a side returns.
type output struct {
	Seconds float64
	Vectors [][]float32 // the first ones
}

func main() {
	measure.Jobs(measure.Job{Name: "encode", Do: func(args []string) (any, error) { return encode(args[0], args[1]) }})
	dir := flag.String("encoder", "", "`DIR` of the model")
	python := flag.String("python", "python3", "Python with onnxruntime")
	flag.Parse()
	if err := run(*dir, *python); err != nil {
		fmt.Fprintln(os.Stderr, "encoders:", err)
		os.Exit(1)
	}
}

// encode is our side of the work.
func encode(dir, input string) (o output, err error) {
	var texts []string
	b, err := os.ReadFile(input)
	if err == nil {
		err = json.Unmarshal(b, &texts)
	}
	if err != nil {
		return o, err
	}
	ctx := context.Background()
	e, err := embed.OpenEncoder(ctx, dir, embed.EncoderOptions{})
	if err != nil {
		return o, err
	}
	if o.Vectors, err = e.Encode(ctx, texts[:32]); err != nil {
		return o, err
	}
	start := time.Now()
	_, err = e.Encode(ctx, texts)
	o.Seconds = time.Since(start).Seconds()
	return o, err
}

// run measures and prints a table.
func run(dir, python string) error {
	temp, err := os.MkdirTemp("", "encoders")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	script, input := filepath.Join(temp, "peer.py"), filepath.Join(temp, "texts.json")
	if err := os.WriteFile(script, peer, 0o600); err != nil {
		return err
	}
	fmt.Printf("%s; medians of 3 runs in turns\n\n", measure.Machine())
	rows := [][]string{{"tokens", "encoder", "texts a second", "of onnxruntime's", "peak", "least cosine"}}
	for _, tokens := range []int{12, 60, 250} {
		texts := make([]string, 24_000/tokens)
		rng := rand.New(rand.NewPCG(uint64(tokens), 0))
		for i := range texts {
			for range tokens - 2 { // and two at its ends
				texts[i] += common[rng.IntN(len(common))] + " "
			}
		}
		b, err := json.Marshal(texts)
		if err == nil {
			err = os.WriteFile(input, b, 0o600)
		}
		if err != nil {
			return err
		}
		var rates [2][]float64
		var peaks [2]int64
		least := 1.0
		for range 3 {
			var o [2]output
			for side := range o {
				var used measure.Usage
				if side == 0 {
					used, err = measure.RunJob(context.Background(), &o[side], "encode", dir, input)
				} else if python != "" {
					used, err = measure.Run(context.Background(), &o[side], python, script, dir, input)
				}
				if err != nil && side == 1 {
					fmt.Fprintln(os.Stderr, "onnxruntime is skipped:", err)
					python, err = "", nil
				}
				if err != nil {
					return err
				}
				rates[side] = append(rates[side], float64(len(texts))/o[side].Seconds)
				peaks[side] = max(peaks[side], used.Peak)
			}
			for i, v := range o[1].Vectors {
				least = min(least, embed.Cosine(v, o[0].Vectors[i]))
			}
		}
		ours, theirs := measure.Median(rates[0]), measure.Median(rates[1])
		if python == "" {
			theirs, least = 0, 0
		}
		rows = append(rows, []string{fmt.Sprint(tokens), "Luna", fmt.Sprintf("%.0f", ours),
			fmt.Sprintf("%.2f", ours/theirs), measure.Bytes(peaks[0]), fmt.Sprintf("%.6f", least)},
			[]string{"", "onnxruntime", fmt.Sprintf("%.0f", theirs), "", measure.Bytes(peaks[1]), ""})
	}
	return measure.Table(os.Stdout, rows)
}

// common are words that every vocabulary has as one piece.
var common = strings.Fields(`the of and to in is was for on as with by he that at from it his an are
	were which this be had or not first her one their has but its new who after also they two been`)
