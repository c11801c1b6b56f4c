package lrpbeam

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

func init() {
	register.DoFn4x1[context.Context, string, func(string), func(Bad), error](&recordFn{})
	register.Emitter1[string]()
	register.Emitter1[Bad]()
	beam.RegisterType(reflect.TypeFor[Bad]())
}

// Counters of records, in the namespace lrp.
var (
	answered = beam.NewCounter("lrp", "records")
	skipped  = beam.NewCounter("lrp", "bad_records")
)

// Bad is a record that was not answered.
type Bad struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	ID     string `json:"id,omitempty"` // if one is found
	Record string `json:"record,omitempty"`
	Error  string `json:"error"`
}

// Options say how records are predicted.
type Options struct {
	// Model is the path of a model, in any file system that the program imports. Each worker
	// process opens it once.
	Model string
	// Details adds intervals and grades.
	Details bool
	// Own gives ratings in the units of the training data rather than from 0 to 1.
	Own bool
}

// Predict predicts the rating of each record: of a PCollection<string> of JSON lines
// {"id":…,"responses":[…]}, it returns a PCollection<string> of the lines that 'lrp predict'
// writes, and a PCollection<[Bad]> of the records that are invalid. It panics if the model cannot
// be read, as the functions of package beam do.
func Predict(s beam.Scope, o Options, records beam.PCollection) (answers, bad beam.PCollection) {
	s = s.Scope("lrpbeam.Predict")
	digest, err := beginWith(context.Background(), o.Model)
	if err != nil {
		panic(err)
	}
	return beam.ParDo2(s, &recordFn{Options: o, Digest: digest}, records)
}

// recordFn answers records.
type recordFn struct {
	Options Options
	Digest  string // of the model

	model *lrp.Model
}

// Setup opens the model.
func (f *recordFn) Setup(ctx context.Context) (err error) {
	f.model, err = openModel(ctx, f.Options.Model, f.Digest)
	return err
}

// ProcessElement answers a record.
func (f *recordFn) ProcessElement(
	ctx context.Context, record string, answer func(string), bad func(Bad),
) error {
	line, err := batch.Answer(f.model, []byte(record), f.Options.batch(f.model))
	if err != nil {
		skipped.Inc(ctx, 1)
		bad(Bad{Record: record, Error: err.Error()})
		return nil
	}
	answered.Inc(ctx, 1)
	answer(string(line))
	return nil
}

func (o Options) batch(m *lrp.Model) batch.Options {
	b := batch.Options{Details: o.Details, Note: func(string) {}}
	if o.Own {
		b.Scale = m.Scale()
	}
	return b
}
