package lrpbeam

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/luna-rating/luna/lrp/shard"
)

// Job says where a job runs and what it writes.
type Job struct {
	// Runner is the name of a runner that the program imports, such as prism.
	Runner string
	// Output is the prefix of the names of all files: PREFIX-00000-of-00010.jsonl and so on.
	Output string
	// Parts is the number of parts; 0 chooses one.
	Parts int
	// Pipelines is the number of pipelines that share the parts and run at the same time; 0 means
	// 1. Prism has one worker for each.
	Pipelines int
	// Attempts is how often pipelines are started; 0 means 1. Each attempt does the parts that are
	// left, for runners that do not try a bundle again.
	Attempts int
	// Resume keeps parts that are finished.
	Resume bool
	// Say, if not nil, is told what happens.
	Say func(message string)
}

// parts returns the parts of an output, and the last element of its prefix, with which their names
// begin.
func parts(ctx context.Context, output string) (p shard.Parts, base string, err error) {
	base = output[strings.LastIndexByte(output, '/')+1:]
	if base == "" {
		return p, "", fmt.Errorf("found the output %q, expected a prefix of file names", output)
	}
	in, _, err := storageOf(ctx, output)
	return shard.Parts{Storage: in, Prefix: output + "-"}, base, err
}

// do does all parts that are not finished. Pipe adds to a pipeline what does those that are given
// as JSON in a PCollection<string>.
func (j *Job) do(
	ctx context.Context, p shard.Parts, all []*shard.Manifest, pipe func(beam.Scope, beam.PCollection),
) error {
	left, err := unfinished(p, all, j.Resume)
	if err != nil {
		return err
	}
	if kept := len(all) - len(left); kept > 0 {
		j.say("%d of %d parts are finished already", kept, len(all))
	}
	for attempt := 1; len(left) > 0; attempt++ {
		failed := j.run(ctx, left, pipe)
		names, err := names(p)
		if err != nil {
			return errors.Join(failed, err)
		}
		left = slices.DeleteFunc(left, func(m *shard.Manifest) bool { return slices.Contains(names, m.Name()) })
		switch {
		case len(left) == 0:
		case failed == nil:
			return fmt.Errorf("%s: found %d parts unfinished after the pipeline ended, expected none: workers in other "+
				"folders need absolute paths", j.Output, len(left))
		case attempt >= j.Attempts || ctx.Err() != nil:
			return fmt.Errorf("%s: %d of %d parts are unfinished, --resume goes on: %s", j.Output, len(left),
				len(all), cause(failed))
		default:
			j.say("attempt %d failed (%s); %d of %d parts are left and started again", attempt, cause(failed),
				len(left), len(all))
		}
	}
	return nil
}

func (j *Job) say(format string, a ...any) {
	if j.Say != nil {
		j.Say(fmt.Sprintf(format, a...))
	}
}

// cause returns the innermost line of an error of Beam, which has many.
func cause(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// names lists the manifests that are there. A folder need not be.
func names(p shard.Parts) (list []string, err error) {
	list, err = p.List(p.Prefix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return slices.DeleteFunc(list, func(name string) bool { return !shard.IsManifest(name) }), err
}

// unfinished returns the parts that are still to do. No part of other work may have the prefix.
func unfinished(p shard.Parts, all []*shard.Manifest, resume bool) (left []*shard.Manifest, err error) {
	others, err := names(p)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		done := false
		if i := slices.Index(others, m.Name()); i >= 0 {
			others = slices.Delete(others, i, i+1)
			if done, err = p.Done(m, resume); err != nil {
				return nil, err
			}
		}
		if !done {
			left = append(left, m)
		}
	}
	if len(others) > 0 {
		return nil, fmt.Errorf("%s: found a part of other work, expected none with this prefix", p.Path(others[0]))
	}
	return left, nil
}

// run runs pipelines that share the parts.
func (j *Job) run(ctx context.Context, left []*shard.Manifest, pipe func(beam.Scope, beam.PCollection)) error {
	n := min(max(1, j.Pipelines), len(left))
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range n {
		p, s := beam.NewPipelineWithRoot()
		var list []string
		for k := i; k < len(left); k += n {
			text, err := json.Marshal(left[k])
			if err != nil {
				return err
			}
			list = append(list, string(text))
		}
		// The runner divides the parts among workers where they are shuffled.
		pipe(s, beam.Reshuffle(s, beam.CreateList(s, list)))
		group.Go(func() { _, errs[i] = beam.Run(ctx, j.Runner, p) })
	}
	group.Wait()
	return errors.Join(errs...)
}

// part is the base of functions that do parts.
type part struct{ Output string }

// write does a part, unless an earlier attempt finished it.
func (p *part) write(ctx context.Context, text string, do func(shard.Parts, *shard.Manifest) error) error {
	m := &shard.Manifest{}
	if err := json.Unmarshal([]byte(text), m); err != nil {
		return err
	}
	all, _, err := parts(ctx, p.Output)
	if err != nil {
		return err
	}
	if done, err := all.Done(m, true); done || err != nil {
		return err
	}
	return do(all, m)
}
