package lrpbeam

import (
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp/shard"
)

func init() { register.DoFn2x1[context.Context, string, error](&predictFn{}) }

// partBytes is the size of a part where the number of parts is not given.
const partBytes = 32 << 20

// maxNotes bounds what a part says of its files.
const maxNotes = 100

// Summary counts what came of a job.
type Summary struct{ Parts, Records, Bad int }

// Predict predicts the ratings of the respondents in all files that a pattern matches, tables or
// JSON lines, which may be compressed by gzip or Zstandard. JSON lines are divided among parts; a
// table or a compressed file belongs to one. Invalid records go to PREFIX-00000-of-00010.bad.jsonl
// and so on, as [Bad].
func (j Job) Predict(ctx context.Context, o Options, pattern string) (Summary, error) {
	var sum Summary
	digest, err := beginWith(ctx, o.Model) // what is wrong with it is better found now than on a worker
	if err != nil {
		return sum, err
	}
	inputs, extension, err := match(ctx, pattern)
	if err != nil {
		return sum, err
	}
	p, base, err := parts(ctx, j.Output)
	if err != nil {
		return sum, err
	}
	var size int64
	for _, in := range inputs {
		size += in.Bytes
	}
	n := cmp.Or(max(0, j.Parts), int(size/partBytes)+1)
	flags := map[string]any{"details": o.Details, "own": o.Own}
	all := make([]*shard.Manifest, min(n, shard.Max))
	for i := range all {
		all[i] = shard.New("predict", i, len(all), base, extension, flags)
		all[i].Model, all[i].Inputs = digest, inputs
	}
	err = j.do(ctx, p, all, func(s beam.Scope, list beam.PCollection) {
		beam.ParDo0(s.Scope("lrpbeam.Job.Predict"), &predictFn{part{j.Output}, o}, list)
	})
	if err != nil {
		return sum, err
	}
	list, err := p.Manifests()
	said := make(map[string]bool)
	for _, m := range list {
		for _, note := range m.Notes {
			if !said[note] {
				said[note] = true
				j.say("%s", note)
			}
		}
		sum.Parts++
		sum.Records += m.Records
		sum.Bad += m.Bad
	}
	if err == nil && sum.Records == 0 && sum.Bad > 0 {
		err = fmt.Errorf("%s: found no valid record among %d, expected respondents of the model's questions",
			pattern, sum.Bad)
	}
	return sum, err
}

// match describes the files that a pattern matches, see [shard.Inputs].
func match(ctx context.Context, pattern string) (inputs []shard.Input, extension string, err error) {
	from, files, err := storageOf(ctx, pattern)
	if err != nil {
		return nil, "", err
	}
	names, err := files.List(ctx, pattern)
	if err != nil {
		return nil, "", fmt.Errorf("%s: found an unreadable pattern (%w), expected files of respondents",
			pattern, err)
	}
	if len(names) == 0 {
		return nil, "", fmt.Errorf("%s: found no such file, expected respondents: a table, or JSON lines", pattern)
	}
	return shard.Inputs(from, names)
}

// predictFn predicts the respondents of parts.
type predictFn struct {
	Part    part
	Options Options
}

// ProcessElement predicts those of one part.
func (f *predictFn) ProcessElement(ctx context.Context, manifest string) error {
	return f.Part.write(ctx, manifest, func(p shard.Parts, m *shard.Manifest) error {
		model, err := openModel(ctx, f.Options.Model, m.Model)
		if err != nil {
			return err
		}
		from, _, err := storageOf(ctx, m.Inputs[0].File)
		if err != nil {
			return err
		}
		o := f.Options.batch(model)
		o.Note = func(text string) {
			if len(m.Notes) < maxNotes {
				m.Notes = append(m.Notes, text)
			}
		}
		o.Warn = o.Note
		var letters bytes.Buffer // compressed: a short file may have a line for each of many millions
		pack, _ := flate.NewWriter(&letters, flate.BestSpeed)
		bad := json.NewEncoder(pack)
		o.Bad = func(_ int, id string, err error) {
			b := Bad{ID: id, Error: err.Error()}
			if at, ok := errors.AsType[*files.Error](err); ok {
				b.File, b.Line, b.Error = at.File, at.Line, at.Msg
			}
			_ = bad.Encode(b) // a buffer does not fail
		}
		err = p.Write(m, func(w io.Writer) error {
			err := m.Predict(ctx, model, from, w, o)
			if err = cmp.Or(err, pack.Close()); err != nil || m.Bad == 0 {
				return err
			}
			name := strings.TrimSuffix(m.File, filepath.Ext(m.File)) + ".bad.jsonl"
			return p.Storage.Write(p.Path(name), func(w io.Writer) error {
				_, err := io.Copy(w, flate.NewReader(&letters))
				return err
			})
		})
		if err == nil {
			answered.Inc(ctx, int64(m.Records))
			skipped.Inc(ctx, int64(m.Bad))
		}
		return err
	})
}
