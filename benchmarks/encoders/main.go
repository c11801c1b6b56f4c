// Encoders measures how many texts a second an encoder of texts encodes, and its peak memory, beside
// onnxruntime with the same model in Python:
//
//	go run ./benchmarks/encoders --encoder DIR [--python PYTHON]
//
// DIR is a folder of a BERT model as published on Hugging Face, with mean pooling. Texts have 12, 60
// and 250 tokens. Both sides run in turns, each time in a process of its own; the medians are
// printed. Python needs numpy, onnx, onnxruntime and tokenizers; without it, only ours is measured.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
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

// side holds the figures of the runs of a side.
type side struct {
	rates []float64 // texts a second
	peak  int64
}

func (s *side) add(texts int, o output, used measure.Usage) {
	s.rates = append(s.rates, float64(texts)/o.Seconds)
	s.peak = max(s.peak, used.Peak)
}

func main() {
	measure.Jobs(measure.Job{Name: "encode", Do: func(args []string) (any, error) { return encode(args[0], args[1]) }})
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	dir := flag.String("encoder", "", "`DIR` of the model")
	python := flag.String("python", "python3", "Python with onnxruntime")
	runs := flag.Int("runs", 3, "number of runs of each side")
	flag.Parse()
	err := errors.New("--encoder: found nothing, expected the folder of a model")
	if *dir != "" {
		err = run(ctx, *dir, *python, *runs, os.Stdout)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "encoders:", err)
		os.Exit(1)
	}
}

// encode is our side of the work.
func encode(dir, input string) (output, error) {
	texts, err := readTexts(input)
	if err != nil {
		return output{}, err
	}
	ctx := context.Background()
	e, err := embed.OpenEncoder(ctx, dir, embed.EncoderOptions{})
	if err != nil {
		return output{}, err
	}
	if _, err := e.Encode(ctx, texts[:min(len(texts), 32)]); err != nil {
		return output{}, err
	}
	start := time.Now()
	vectors, err := e.Encode(ctx, texts)
	seconds := time.Since(start).Seconds()
	return output{seconds, vectors[:min(len(vectors), 8)]}, err
}

func readTexts(path string) (texts []string, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return texts, json.Unmarshal(b, &texts)
}

// run measures and prints a table.
func run(ctx context.Context, dir, python string, runs int, out io.Writer) error {
	temp, err := os.MkdirTemp("", "encoders")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	script := filepath.Join(temp, "peer.py")
	if err := os.WriteFile(script, peer, 0o600); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s; medians of %d runs in turns\n\n", measure.Machine(), runs)
	rows := [][]string{{"tokens", "Luna, texts a second", "onnxruntime", "ratio", "Luna's peak", "onnxruntime's peak",
		"least cosine"}}
	for _, tokens := range []int{12, 60, 250} {
		texts := make([]string, 24_000/tokens)
		rng := rand.New(rand.NewPCG(uint64(tokens), 0))
		for i := range texts {
			texts[i] = makeText(tokens-2, rng) // and two at its ends
		}
		input := filepath.Join(temp, "texts.json")
		b, err := json.Marshal(texts)
		if err == nil {
			err = os.WriteFile(input, b, 0o600)
		}
		if err != nil {
			return err
		}
		var ours, theirs side
		least := 1.0
		for range runs {
			var a, b output
			used, err := measure.RunJob(ctx, &a, "encode", dir, input)
			if err != nil {
				return err
			}
			ours.add(len(texts), a, used)
			if python == "" {
				continue
			}
			if used, err = measure.Run(ctx, &b, python, script, dir, input); err != nil {
				fmt.Fprintln(os.Stderr, "onnxruntime is skipped:", err)
				python = ""
				continue
			}
			theirs.add(len(texts), b, used)
			for i := range a.Vectors {
				least = min(least, embed.Cosine(a.Vectors[i], b.Vectors[i]))
			}
		}
		row := []string{fmt.Sprint(tokens), fmt.Sprintf("%.0f", measure.Median(ours.rates)), "–", "–",
			measure.Bytes(ours.peak), "–", "–"}
		if theirs.peak > 0 {
			row[2] = fmt.Sprintf("%.0f", measure.Median(theirs.rates))
			row[3] = fmt.Sprintf("%.2f", measure.Median(ours.rates)/measure.Median(theirs.rates))
			row[5], row[6] = measure.Bytes(theirs.peak), fmt.Sprintf("%.6f", least)
		}
		rows = append(rows, row)
	}
	return measure.Table(out, rows)
}

// common are words that every vocabulary has as one piece.
var common = strings.Fields(`the of and to in is was for on as with by he that at from it his an are were which
	this be had or not first her one their has but its new who after also they two been all when time
	other more into some only most year over during such work between can then under where about world`)

// makeText returns a text of so many words.
func makeText(n int, rng *rand.Rand) string {
	words := slices.Repeat([]string{""}, n)
	for i := range words {
		words[i] = common[rng.IntN(len(common))]
	}
	return strings.Join(words, " ")
}
