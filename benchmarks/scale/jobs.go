package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
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

func stepNames() []string {
	names := make([]string, len(steps))
	for i, p := range steps {
		names[i] = p.name
	}
	return names
}

// jobArguments are the arguments of a process.
type jobArguments struct {
	data, records, model, approach, regressor string
	trials                                    int
}

func jobs() []measure.Job {
	timed := func(name string, do func(jobArguments) (time.Duration, error)) measure.Job {
		return measure.Job{Name: name, Do: func(args []string) (any, error) {
			trials, err := strconv.Atoi(args[5])
			if err != nil {
				return nil, err
			}
			taken, err := do(jobArguments{args[0], args[1], args[2], args[3], args[4], trials})
			return struct{ Seconds float64 }{taken.Seconds()}, err
		}}
	}
	return []measure.Job{
		{Name: "generate", Do: generate},
		timed("read", read),
		timed("train", train),
		timed("evaluate", evaluate),
		timed("predict", predict),
		timed("predict new", predict),
	}
}

// generate writes a data set, records of other respondents, and the same with a new word in each
// response.
func generate(args []string) (any, error) {
	sets, err := lrp.Load("synthetic-civics:" + args[3])
	if err != nil {
		return nil, err
	}
	write := func(w io.Writer) error { return datasets.WriteJSONL(w, sets[0]) }
	if err := toFile(args[0], write); err != nil {
		return nil, err
	}
	others, err := lrp.Load("synthetic-civics:" + args[4] + ":2")
	if err != nil {
		return nil, err
	}
	records := func(w io.Writer) error {
		e := json.NewEncoder(w)
		for _, r := range others[0].Respondents {
			if err := e.Encode(map[string]any{"id": r.ID, "responses": r.Responses}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := toFile(args[1], records); err != nil {
		return nil, err
	}
	for i, r := range others[0].Respondents {
		for j := range r.Responses {
			r.Responses[j] += fmt.Sprintf(" w%dx%d", i, j)
		}
	}
	return struct{}{}, toFile(args[2], records)
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
func read(a jobArguments) (time.Duration, error) {
	start := time.Now()
	_, err := lrp.Load("jsonl:" + a.data)
	return time.Since(start), err
}

// train reads the data set, trains a model, estimates its error and writes it.
func train(a jobArguments) (time.Duration, error) {
	start := time.Now()
	sets, err := lrp.Load("jsonl:" + a.data)
	if err != nil {
		return 0, err
	}
	o := lrp.TrainOptions{Approach: a.approach, Seed: 1}
	if o.Regressor, err = regressor(a.regressor); err != nil {
		return 0, err
	}
	defer parallel.SaveMemory(len(sets[0].Respondents))()
	m, err := lrp.Train(context.Background(), sets[0], o)
	if err != nil {
		return 0, err
	}
	err = m.Save(a.model)
	return time.Since(start), err
}

// regressor returns the regressor of the name, nil for none.
func regressor(name string) (regress.Regressor, error) {
	if name == "" {
		return nil, nil
	}
	return regress.ByName(name, regress.Options{})
}

// evaluate reads the data set and evaluates the approaches.
func evaluate(a jobArguments) (time.Duration, error) {
	start := time.Now()
	sets, err := lrp.Load("jsonl:" + a.data)
	if err != nil {
		return 0, err
	}
	approaches, err := lrp.Approaches(strings.Split(a.approach, ",")...)
	if err != nil {
		return 0, err
	}
	r, err := regressor(a.regressor)
	if err != nil {
		return 0, err
	}
	o := lrp.Options{Seed: 1, Trials: a.trials, Approaches: approaches}
	o.Regressors = []regress.Regressor{r}
	_, err = lrp.Evaluate(context.Background(), sets, o)
	return time.Since(start), err
}

// predict rates the records. Opening the model is not timed.
func predict(a jobArguments) (time.Duration, error) {
	m, err := lrp.OpenModel(a.model, lrp.Parts{})
	if err != nil {
		return 0, err
	}
	in, err := os.Open(a.records)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	start := time.Now()
	s, err := batch.Predict(context.Background(), m, in, a.records, io.Discard, batch.Options{})
	if err == nil && s.Bad > 0 {
		err = fmt.Errorf("%d records were not rated", s.Bad)
	}
	return time.Since(start), err
}
