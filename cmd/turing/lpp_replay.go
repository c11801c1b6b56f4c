package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/turing/lpp"
)

type lppReplayFlags struct {
	dir, from, side string
	round           uint
	speed           string
	factor          float64
	wait            time.Duration
}

func lppReplayCommand() *cobra.Command {
	var f lppReplayFlags
	c := takes("LOG", cli.Files, &cobra.Command{
		Use:   "replay LOG --dir DIR",
		Short: "make the keys of a log again, at their times or faster",
		Long: `Replay makes the keys of a keystroke log again, as key presses in communications
folders: local keys as those of the judge, remote ones as those of the entity. Those of the left
terminal go to DIR/left and those of the right one to DIR/right; with --side, those of one terminal
go to DIR itself. 'turing lpp record' takes them.

Gaps between keys are those of the log, at most five minutes each, divided by --speed. In the end,
replay waits until the other programs have read all keys. If none is read for --wait, it fails; the
keys stay in the folder.`,
		Example: `  turing lpp replay 2010.P1.txt.gz --dir D --speed 0
  turing lpp replay 2009.P1.txt.gz --dir D --round 2 --side left --from judge`,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	})
	flags := c.Flags()
	addDirFlag(c, &f.dir)
	cli.OptionalEnumVar(flags, &f.side, "side", "only the keys of the terminal %s, in DIR itself",
		string(keylog.Left), string(keylog.Right))
	addFromFlag(flags, &f.from)
	flags.UintVar(&f.round, "round", 0, "only the keys of the round with this number (0: all)")
	flags.StringVar(&f.speed, "speed", "1",
		"how many times faster than the log (0 or max: as fast as possible)")
	flags.DurationVar(&f.wait, "wait", 10*time.Second,
		"how long to wait while no key is read (0: not at all)")
	return c
}

func (f *lppReplayFlags) check() error {
	var err error
	f.factor, err = strconv.ParseFloat(f.speed, 64)
	if f.speed == "max" {
		f.factor, err = 0, nil
	}
	switch {
	case err != nil || !(f.factor >= 0 && f.factor <= maxSpeed):
		return cli.Usagef("--speed is %q, a number from 0 to %g or max is needed", f.speed,
			float64(maxSpeed))
	case f.wait < 0:
		return cli.Usagef("--wait is %v, at least 0s is needed", f.wait)
	}
	return nil
}

func (f *lppReplayFlags) run(c *cobra.Command, file string) error {
	if err := f.check(); err != nil {
		return err
	}
	strokes, err := f.strokes(c, file)
	if err != nil {
		return err
	}
	r := &replay{lppReplayFlags: f, senders: map[line]*lpp.Sender{}}
	local, first := 0, time.Now().UnixMicro()*100 // above what other programs have made before
	for i, s := range strokes {
		if s.Local {
			local++
		}
		if i > 0 && f.factor > 0 {
			err = r.rest(c.Context(), s.Received-strokes[i-1].Received)
		}
		if err == nil {
			err = r.make(c, s, fmt.Sprintf("%018d", first+int64(i)))
		}
		if err != nil {
			return err
		}
	}
	for _, s := range r.senders {
		if f.wait == 0 {
			break
		}
		if err := r.patience(c.Context(), s, 0); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "replayed %s: %d of the judge, %d of entities\n",
		text.Count(len(strokes), "key"), local, len(strokes)-local)
	return err
}

// strokes returns the keys to make.
func (f *lppReplayFlags) strokes(c *cobra.Command, file string) ([]keylog.Stroke, error) {
	log, err := readKeyLog(c, file)
	if err != nil {
		return nil, err
	}
	var list []keylog.Stroke
	unknown := 0
	for _, r := range log.Rounds {
		if f.round != 0 && r.Number != int(f.round) {
			continue
		}
		for _, s := range r.Strokes {
			switch {
			case f.side != "" && s.Side != keylog.Side(f.side):
			case f.from != "" && s.Local != (f.from == string(lpp.Judge)):
			case !s.Valid():
				unknown++
			default:
				list = append(list, s)
			}
		}
	}
	if unknown > 0 {
		warn(c, "%s: %s not in the protocol were left out", file, text.Count(unknown, "key"))
	}
	if len(list) == 0 {
		return nil, files.New(file, 0, "no key that --round, --side and --from choose", "some")
	}
	return list, nil
}

// line is one direction of a terminal.
type line struct {
	side keylog.Side
	end  lpp.End
}

// replay makes the keys of a log again.
type replay struct {
	*lppReplayFlags
	senders map[line]*lpp.Sender
	due     time.Time // of the next key
}

const longestRest = 5 * time.Minute

// rest waits for the time between two keys, in microseconds of the log.
func (r *replay) rest(ctx context.Context, gap int64) error {
	now := time.Now()
	if r.due.IsZero() {
		r.due = now
	}
	gap = min(max(gap, 0), longestRest.Microseconds())
	r.due = r.due.Add(time.Duration(float64(gap) * 1000 / r.factor))
	return parallel.Sleep(ctx, r.due.Sub(now))
}

// make makes a key.
func (r *replay) make(c *cobra.Command, s keylog.Stroke, sequence string) error {
	l := line{s.Side, lpp.Other}
	if s.Local {
		l.end = lpp.Judge
	}
	sender := r.senders[l]
	if sender == nil {
		dir := r.dir
		if r.side == "" {
			dir = filepath.Join(dir, string(s.Side))
		}
		var err error
		if sender, err = lpp.NewSender(dir, l.end, ""); err != nil {
			return err
		}
		sender.Fault = func(err error) { warn(c, "%v", err) }
		r.senders[l] = sender
	}
	p := lpp.Press{Sequence: sequence, Key: s.Key, By: l.end}
	err := sender.Put(p)
	for errors.Is(err, lpp.ErrFull) {
		if err = r.patience(c.Context(), sender, lpp.MaxPending-1); err == nil {
			err = sender.Put(p)
		}
	}
	return err
}

// patience waits until at most n keys of a sender wait to be read, as long as some are read.
func (r *replay) patience(ctx context.Context, s *lpp.Sender, n int) error {
	for before := -1; ; {
		some, cancel := context.WithTimeout(ctx, max(r.wait, time.Millisecond))
		pending, err := s.Wait(some, n)
		cancel()
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil:
			return cmp.Or(ctx.Err(), err)
		case before >= 0 && pending >= before:
			return fmt.Errorf("nobody reads: %s in %s, none read for %v; start the other program, "+
				"such as 'turing lpp record', or give a longer --wait", text.Count(pending, "key"),
				s.Dir(), r.wait)
		}
		before = pending
	}
}
