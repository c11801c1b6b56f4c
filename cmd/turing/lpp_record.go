package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/turing/lpp"
)

type lppRecordFlags struct {
	dir, out string
	from     string
	side     string
	round    uint
	judge    string
	keys     uint
}

func lppRecordCommand() *cobra.Command {
	var f lppRecordFlags
	c := &cobra.Command{
		Use:   "record --dir DIR --out LOG",
		Short: "take the keys of both ends and write a log",
		Long: `Record takes the key presses of both ends from a communications folder and writes
them to LOG, a keystroke log as that of 2009: .judge as local keys, .other as remote ones. Those
that lie in DIR belong to the terminal of --side; those in DIR/left and DIR/right, if there are such
folders, to the left and the right one. It runs until it is interrupted or has --keys keys.

A key press is on the disk before it is removed from the folder. If LOG exists, record goes on in
it: it removes a last line that was not written to its end, and takes no key press twice that is in
LOG and still in the folder.

A program at one end reads the keys of the other end itself. With an entry in DIR, --from other
takes the entry's keys only.`,
		Example: `  turing lpp record --dir D --out log.txt --side right --round 2 --judge J1`,
		Args:    cli.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	addDirFlag(c, &f.dir)
	requiredVar(c, &f.out, "out", "`LOG` to write or to go on with")
	cli.EnumVar(flags, &f.side, "side", "the terminal of what lies in DIR itself: %s",
		cli.Names(string(keylog.Left), string(keylog.Right)))
	addFromFlag(flags, &f.from)
	flags.UintVar(&f.round, "round", 1, "number of the round, for its heading")
	flags.StringVar(&f.judge, "judge", "", "`NAME` of the judge, such as J1")
	flags.UintVar(&f.keys, "keys", 0, "end after this number of keys (0: when interrupted)")
	return c
}

// addFromFlag defines --from of commands that usually work on the keys of both ends.
func addFromFlag(flags *pflag.FlagSet, from *string) {
	cli.OptionalEnumVar(flags, from, "from", "only the keys of %s",
		cli.Names(string(lpp.Judge), string(lpp.Other)))
}

func (f *lppRecordFlags) run(c *cobra.Command) (err error) {
	if info, err := os.Stat(f.dir); err == nil && !info.IsDir() {
		return files.New(f.dir, 0, "a file", "a communications folder")
	}
	log, err := openRecording(f.out, keylog.Round{Number: int(f.round), Judge: f.judge})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	log.limit = int(f.keys)
	tell := warnOnce(c, f.dir)

	ctx, cancel := context.WithCancelCause(c.Context())
	defer cancel(nil)
	log.full = func() { cancel(errFull) }
	var readers sync.WaitGroup
	for _, folder := range []struct {
		dir  string
		side keylog.Side
	}{
		{f.dir, keylog.Side(f.side)},
		{filepath.Join(f.dir, string(keylog.Left)), keylog.Left},
		{filepath.Join(f.dir, string(keylog.Right)), keylog.Right},
	} {
		for _, end := range []lpp.End{lpp.Judge, lpp.Other} {
			if f.from != "" && f.from != string(end) {
				continue
			}
			readers.Go(func() {
				if folder.dir != f.dir && appears(ctx, folder.dir) != nil {
					return
				}
				r := lpp.Receiver{Dir: folder.dir, From: end, Fault: tell,
					Taken: log.taken(folder.side, end)}
				cancel(r.Receive(ctx, func(presses []lpp.Press) error {
					return log.add(folder.side, presses)
				}))
			})
		}
	}
	readers.Wait()
	if err := context.Cause(ctx); err != errFull && !errors.Is(err, context.Canceled) {
		return err
	}
	fmt.Fprintln(c.OutOrStdout(), log.summary())
	return nil
}

var errFull = errors.New("all keys are recorded")

// appears waits until the folder exists.
func appears(ctx context.Context, dir string) error {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return nil
		}
		if err := parallel.Sleep(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

// warnOnce writes the warnings of several receivers one at a time, those about stray names once each.
// In a folder of its own, left and right are expected.
func warnOnce(c *cobra.Command, own string) func(error) {
	var mu sync.Mutex
	told := map[string]bool{} // which the receivers of both ends find
	return func(err error) {
		mu.Lock()
		defer mu.Unlock()
		var stray *lpp.StrayError
		if errors.As(err, &stray) {
			terminal := stray.Name == string(keylog.Left) || stray.Name == string(keylog.Right)
			if terminal && stray.Dir == own || told[err.Error()] {
				return
			}
			told[err.Error()] = true
		}
		warn(c, "%v", err)
	}
}
