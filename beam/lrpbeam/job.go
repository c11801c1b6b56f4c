package lrpbeam

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

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

// do does all parts that are not finished. Pipe adds to a pipeline what does those that are given
// as JSON in a PCollection<string>.
func (j *Job) do(
	ctx context.Context, s *store, all []*shard.Manifest, pipe func(beam.Scope, beam.PCollection),
) error {
	left, err := unfinished(s, all, j.Resume)
	if err != nil {
		return err
	}
	if j.Resume {
		if err := s.clean(); err != nil {
			return err
		}
	}
	if kept := len(all) - len(left); kept > 0 {
		j.say("%d of %d parts are finished already", kept, len(all))
	}
	for attempt := 1; len(left) > 0; attempt++ {
		failed := j.run(ctx, left, pipe)
		names, err := s.Names()
		if err != nil {
			return errors.Join(failed, err)
		}
		left = slices.DeleteFunc(left, func(m *shard.Manifest) bool { return slices.Contains(names, m.Name()) })
		switch {
		case len(left) == 0:
		case failed == nil:
			return fmt.Errorf("%s: found %d parts unfinished after the pipeline ended, expected none", j.Output,
				len(left))
		case attempt >= j.Attempts || ctx.Err() != nil:
			return fmt.Errorf("%s: %d of %d parts are unfinished, --resume goes on: %s", j.Output, len(left),
				len(all), cause(failed))
		default:
			j.say("attempt %d failed (%s); %d of %d parts are left and started again", attempt, cause(failed),
				len(left), len(all))
		}
	}
	return s.clean()
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

// unfinished returns the parts that are still to do. No part of other work may have the prefix.
func unfinished(s *store, all []*shard.Manifest, resume bool) (left []*shard.Manifest, err error) {
	names, err := s.Names()
	if err != nil {
		return nil, err
	}
	there := make(map[string]bool)
	for _, name := range names {
		there[name] = shard.IsManifest(name)
	}
	for _, m := range all {
		done := false
		if there[m.Name()] {
			if done, err = shard.Done(s, m, resume); err != nil {
				return nil, err
			}
		}
		if !done {
			left = append(left, m)
		}
		delete(there, m.Name())
	}
	for name, other := range there {
		if other {
			return nil, fmt.Errorf("%s: found a part of other work, expected none with this prefix", s.Path(name))
		}
	}
	return left, nil
}

// reach checks that there is a pool of workers if one is to be asked: prism panics where there is none.
func (j *Job) reach(ctx context.Context) error {
	if j.Runner != "prism" || !strings.EqualFold(*jobopts.EnvironmentType, "external") {
		return nil
	}
	address := *jobopts.EnvironmentConfig
	pool, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err == nil {
		defer pool.Close()
		_, err = fnpb.NewBeamFnExternalWorkerPoolClient(pool).StopWorker(ctx, &fnpb.StopWorkerRequest{})
	}
	if err != nil {
		return fmt.Errorf("%q: found no pool of workers (%w), expected 'lrp-beam workers'", address, err)
	}
	return nil
}

// run runs pipelines that share the parts.
func (j *Job) run(ctx context.Context, left []*shard.Manifest, pipe func(beam.Scope, beam.PCollection)) error {
	if err := j.reach(ctx); err != nil {
		return err
	}
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
func (p *part) write(ctx context.Context, text string, do func(*store, *shard.Manifest) error) error {
	m := &shard.Manifest{}
	if err := json.Unmarshal([]byte(text), m); err != nil {
		return err
	}
	s, _, err := openStore(ctx, p.Output)
	if err != nil {
		return err
	}
	done, err := shard.Done(s, m, true)
	if done || err != nil {
		return err
	}
	return do(s, m)
}
