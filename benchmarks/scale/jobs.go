package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
	"github.com/luna-rating/luna/regress"
)

// step is a row of the table.
type step struct{ name, job, approach, regressor string }

func (p step) predicts() bool { return strings.HasPrefix(p.job, "predict") }

var steps = []step{
	{"read", "read", "", ""},
	{"train ALL ridge", "train", "ALL", "ridge"},
	{"train ALL ols", "train", "ALL", "ols"},
	{"train COM ridge", "train", "COM", "ridge"},
	{"train AUTO", "train", "AUTO", ""},
	{"evaluate CBG CED BOW ols", "evaluate", "CBG,CED,BOW", "ols"},
	{"evaluate ALL ridge", "evaluate", "ALL", "ridge"},
	{"predict ALL ridge", "predict", "ALL", "ridge"},
	{"predict COM ridge", "predict", "COM", "ridge"},
	{"predict AUTO", "predict", "AUTO", ""},
	{"predict AUTO new texts", "predict new", "AUTO", ""},
}

// work is what a process does: a step with the files of a number of respondents.
type work struct {
	Job, Approach, Regressor  string
	Respondents, Records      int // numbers
	Trials                    int
	Data, Known, Fresh, Model string // files
}

func jobs() (list []measure.Job) {
	for name, do := range map[string]func(work) (time.Duration, error){
		"generate": generate, "read": read, "train": train, "evaluate": evaluate, "predict": predict,
		"predict new": predict,
	} {
		list = append(list, measure.Job{Name: name, Do: func(args []string) (any, error) {
			var w work
			if err := json.Unmarshal([]byte(args[0]), &w); err != nil {
				return nil, err
			}
			taken, err := do(w)
			return taken.Seconds(), err
		}})
	}
	return list
}

// generate writes a data set, records of other respondents, and the same with a new word in each
// response.
func generate(w work) (time.Duration, error) {
	data := func(out io.Writer) error { return civics(w.Respondents).write(out, nil, 1) }
	if err := toFile(w.Data, data); err != nil {
		return 0, err
	}
	others, err := load(fmt.Sprintf("synthetic-civics:%d:2", w.Records))
	if err != nil {
		return 0, err
	}
	records := func(w io.Writer) error {
		e := json.NewEncoder(w)
		for _, r := range others.Respondents {
			if err := e.Encode(map[string]any{"id": r.ID, "responses": r.Responses}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := toFile(w.Known, records); err != nil {
		return 0, err
	}
	renew(others)
	return 0, toFile(w.Fresh, records)
}

func toFile(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}

// read only opens the data set, as the other jobs do first.
func read(w work) (time.Duration, error) {
	start := time.Now()
	_, _, err := w.open()
	return time.Since(start), err
}

// train reads the data set, trains a model, estimates its error and writes it.
func train(w work) (time.Duration, error) {
	start := time.Now()
	sets, regressor, err := w.open()
	if err != nil {
		return 0, err
	}
	o := lrp.TrainOptions{Approach: w.Approach, Regressor: regressor, Seed: 1}
	defer parallel.SaveMemory(len(sets[0].Respondents))()
	m, err := lrp.Train(context.Background(), sets[0], o)
	if err != nil {
		return 0, err
	}
	err = m.Save(w.Model)
	return time.Since(start), err
}

// open reads the data set and finds the regressor, nil for none.
func (w work) open() (sets []*datasets.Dataset, r regress.Regressor, err error) {
	if w.Regressor != "" {
		if r, err = regress.ByName(w.Regressor, regress.Options{}); err != nil {
			return nil, nil, err
		}
	}
	sets, err = lrp.Load("jsonl:" + w.Data)
	return sets, r, err
}

// evaluate reads the data set and evaluates the approaches.
func evaluate(w work) (time.Duration, error) {
	start := time.Now()
	sets, r, err := w.open()
	if err != nil {
		return 0, err
	}
	approaches, err := lrp.Approaches(strings.Split(w.Approach, ",")...)
	if err != nil {
		return 0, err
	}
	_, err = lrp.Evaluate(context.Background(), sets, lrp.Options{Seed: 1, Trials: w.Trials,
		Approaches: approaches, Regressors: []regress.Regressor{r}})
	return time.Since(start), err
}

// predict rates the records. Opening the model is not timed.
func predict(w work) (time.Duration, error) {
	m, err := lrp.OpenModel(w.Model, lrp.Parts{})
	if err != nil {
		return 0, err
	}
	records := w.Known
	if w.Job == "predict new" {
		records = w.Fresh
	}
	in, err := os.Open(records)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	start := time.Now()
	s, err := batch.Predict(context.Background(), m, in, records, io.Discard, batch.Options{})
	if err == nil && s.Bad > 0 {
		err = fmt.Errorf("%d records were not rated", s.Bad)
	}
	return time.Since(start), err
}
