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
	"errors"
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
	Vectors [][]float32
}

func main() {
	measure.Jobs(measure.Job{Name: "encode", Do: func(args []string) (any, error) { return encode(args[0], args[1]) }})
	dir := flag.String("encoder", "", "`DIR` of the model")
	python := flag.String("python", "python3", "Python with onnxruntime, numpy, onnx and tokenizers")
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
	if err = errors.Join(err, json.Unmarshal(b, &texts)); err != nil {
		return o, err
	}
	ctx := context.Background()
	e, err := embed.OpenEncoder(ctx, dir, embed.EncoderOptions{})
	if err != nil {
		return o, err
	}
	start := time.Now()
	o.Vectors, err = e.Encode(ctx, texts)
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
	ctx, script, input := context.Background(), filepath.Join(temp, "peer.py"), filepath.Join(temp, "texts.json")
	sides := []func(o *output) (measure.Usage, error){
		func(o *output) (measure.Usage, error) { return measure.RunJob(ctx, o, "encode", dir, input) },
		func(o *output) (measure.Usage, error) { return measure.Run(ctx, o, python, script, dir, input) },
	}
	err = errors.Join(os.WriteFile(script, peer, 0o600), os.WriteFile(input, []byte(`["a"]`), 0o600))
	if err != nil {
		return err
	}
	if _, err := sides[1](&output{}); err != nil {
		fmt.Fprintln(os.Stderr, "onnxruntime is skipped:", err)
		sides = sides[:1]
	}
	fmt.Printf("%s; medians of 3 runs in turns\n\n", measure.Machine())
	rows := [][]string{{"tokens", "encoder", "texts a second", "of Luna's", "peak", "cosine to Luna's, at least"}}
	for _, tokens := range []int{12, 60, 250} {
		texts := makeTexts(tokens)
		b, err := json.Marshal(texts)
		if err = errors.Join(err, os.WriteFile(input, b, 0o600)); err != nil {
			return err
		}
		rates, peaks, least := make([][]float64, 2), make([]int64, 2), []float64{1, 1}
		for range 3 {
			var o [2]output
			for i, do := range sides {
				used, err := do(&o[i])
				if err != nil {
					return err
				}
				rates[i] = append(rates[i], float64(len(texts))/o[i].Seconds)
				peaks[i] = max(peaks[i], used.Peak)
				for k, v := range o[i].Vectors[:8] {
					least[i] = min(least[i], embed.Cosine(v, o[0].Vectors[k]))
				}
			}
		}
		for i := range sides {
			rate := measure.Median(rates[i])
			rows = append(rows, []string{fmt.Sprint(tokens), []string{"Luna", "onnxruntime"}[i], fmt.Sprintf("%.0f", rate),
				fmt.Sprintf("%.2f", rate/measure.Median(rates[0])), measure.Bytes(peaks[i]), fmt.Sprintf("%.6f", least[i])})
		}
	}
	return measure.Table(os.Stdout, rows)
}

// makeTexts returns texts of so many tokens, of words that every vocabulary has as one piece.
func makeTexts(tokens int) []string {
	common := strings.Fields("the of and to in is was for on as with by he that at from it his an are were which")
	texts := make([]string, 24_000/tokens)
	rng := rand.New(rand.NewPCG(uint64(tokens), 0))
	for i := range texts {
		for range tokens - 2 { // and two at its ends
			texts[i] += common[rng.IntN(len(common))] + " "
		}
	}
	return texts
}
