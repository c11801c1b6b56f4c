package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/text"
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
		string(keylog.Left), string(keylog.Right))
	addFromFlag(flags, &f.from)
	flags.UintVar(&f.round, "round", 1, "number of the round, for its heading")
	flags.StringVar(&f.judge, "judge", "", "`NAME` of the judge, such as J1")
	flags.UintVar(&f.keys, "keys", 0, "end after this number of keys (0: when interrupted)")
	return c
}

// addFromFlag defines --from of commands that usually work on the keys of both ends.
func addFromFlag(flags *pflag.FlagSet, from *string) {
	cli.OptionalEnumVar(flags, from, "from", "only the keys of %s",
		string(lpp.Judge), string(lpp.Other))
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

// warnOnce writes the warnings of several receivers one at a time, those about stray names once
// each. In a folder of its own, left and right are expected.
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

// recording is a log that keys are appended to. When add returns, its keys are on the disk.
type recording struct {
	file    *os.File
	earlier []keylog.Stroke
	limit   int    // number of keys, if not 0, after which full is called
	full    func() // called once or more

	mu            sync.Mutex
	log           *keylog.Writer
	local, remote int
}

// recordHead is the head of a new log.
var recordHead = []string{"Keys of the Loebner Prize Protocol, recorded by turing lpp record"}

// maxLog is the maximum size of a log to continue, in bytes.
const maxLog = 64 << 20

// openRecording opens a log to continue, or creates one. It fails if another process is using it.
func openRecording(path string, round keylog.Round) (r *recording, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if err := atomicdir.Lock(f); err != nil {
		return nil, files.At(path, 0, err)
	}
	data, err := files.ReadAll(f, path, maxLog, "a keystroke log")
	if err != nil {
		return nil, err
	}
	old, err := parseRecording(data, path)
	if err != nil {
		return nil, err
	}
	// What follows the last whole line was being written in a crash. No key press of it was
	// removed.
	whole := int64(bytes.LastIndexByte(data, '\n') + 1)
	if err = f.Truncate(whole); err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return nil, err
	}
	r = &recording{file: f}
	if r.log, err = keylog.NewWriter(f, recordHead, whole > 0); err != nil {
		return nil, err
	}
	last := keylog.Round{Number: -1}
	for _, last = range old {
		r.earlier = append(r.earlier, last.Strokes...)
	}
	if last.Number != round.Number || last.Judge != round.Judge {
		err = r.log.Begin(round)
	}
	return r, cmp.Or(err, f.Sync())
}

// parseRecording returns the rounds of a log's whole lines.
func parseRecording(data []byte, path string) ([]keylog.Round, error) {
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	log, _, err := keylog.Read(bytes.NewReader(whole), path)
	if err == nil {
		return log.Rounds, nil
	}
	head := []byte(recordHead[0])
	if bytes.HasPrefix(head, data[:min(len(data), len(head))]) {
		return nil, nil // a log of this program without a key
	}
	return nil, err
}

// taken returns the key presses of an end that the log had when it was opened.
func (r *recording) taken(side keylog.Side, by lpp.End) []lpp.Press {
	var list []lpp.Press
	for _, s := range r.earlier {
		if s.Side == side && s.Local == (by == lpp.Judge) && s.Valid() {
			list = append(list, lpp.Press{Sequence: s.Sequence, Key: s.Key, By: by})
		}
	}
	return list
}

// add records key presses.
func (r *recording) add(side keylog.Side, presses []lpp.Press) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now().UnixMicro()
	strokes := make([]keylog.Stroke, len(presses))
	for i, p := range presses {
		strokes[i] = keylog.Stroke{Received: now, Sequence: p.Sequence,
			Local: p.By == lpp.Judge, Side: side, Key: p.Key}
		if p.By == lpp.Judge {
			r.local++
		} else {
			r.remote++
		}
	}
	if err := cmp.Or(r.log.Add(strokes...), r.file.Sync()); err != nil {
		return err
	}
	if r.limit > 0 && r.local+r.remote >= r.limit {
		r.full()
	}
	return nil
}

func (r *recording) summary() string {
	s := fmt.Sprintf("recorded %s: %d of the judge, %d of entities",
		text.Count(r.local+r.remote, "key"), r.local, r.remote)
	if n := len(r.earlier); n > 0 {
		s += fmt.Sprintf("; the log had %d", n)
	}
	return s
}

func (r *recording) Close() error {
	r.mu.Lock() // what is being added is in the log
	defer r.mu.Unlock()
	return errors.Join(r.file.Sync(), r.file.Close())
}
