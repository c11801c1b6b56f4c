package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/turing/lpp"
)

func lppEncodeCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "encode [FILE]",
		Short:             "print the key presses of a text",
		Long:              `Encode prints the names of the sub-directories that type a text, one a line.`,
		Example:           `  cd D && turing lpp encode ../text.txt | xargs mkdir`,
		Args:              cli.AtMostOneArgument("FILE"),
		ValidArgsFunction: cli.First(cli.Files),
		RunE: func(c *cobra.Command, args []string) error {
			keys, err := readInput(c, append(args, "-")[0], "a text", readKeys)
			if err != nil {
				return err
			}
			out := bufio.NewWriter(c.OutOrStdout())
			for i, k := range keys {
				p := lpp.Press{Sequence: fmt.Sprintf("%010d", i+1), Key: k, By: lpp.Other}
				fmt.Fprintln(out, p.Name())
			}
			return out.Flush()
		},
	}
}

const (
	maxText = 16 << 20 // bytes of a text to encode
	maxName = 4 << 10  // bytes of a name to decode, with its folders
)

// readKeys reads a text as keys.
func readKeys(in io.Reader, file string) ([]lpp.Key, error) {
	data, err := files.ReadAll(in, file, maxText, "a text")
	if err != nil {
		return nil, err
	}
	keys, err := lpp.Keys(string(data))
	if err != nil {
		err = files.At(file, 1+strings.Count(string(keys), "\n"), err)
	}
	return keys, err
}

func lppDecodeCommand() *cobra.Command {
	var from string
	c := takes("FILE or DIR", cli.Files, &cobra.Command{
		Use:   "decode FILE|DIR",
		Short: "print the text of key presses",
		Long: `Decode prints the text that key presses type, in the order of their sequence numbers
and without what BackSpaces remove. FILE has the name of a sub-directory a line, such as
0000000123.H.other; - is standard input. DIR is a communications folder, which is not changed.`,
		Example: `  echo Hello | turing lpp encode | turing lpp decode -`,
		RunE: func(c *cobra.Command, args []string) error {
			tell := func(err error) { warn(c, "%v", err) }
			list, err := readPresses(c, args[0], tell)
			if err != nil {
				return err
			}
			other := func(p lpp.Press) bool { return p.By != cmp.Or(lpp.End(from), list[0].By) }
			if from != "" {
				list = slices.DeleteFunc(list, other)
			} else if slices.ContainsFunc(list, other) {
				return cli.Usagef("%s has key presses of both ends: choose by --from", args[0])
			}
			lpp.Sort(list, tell)
			var typed lpp.Screen
			for _, p := range list {
				typed.Apply(p.Key)
			}
			out := typed.Text()
			if out != "" && !strings.HasSuffix(out, "\n") {
				out += "\n"
			}
			_, err = io.WriteString(c.OutOrStdout(), out)
			return err
		},
	})
	cli.OptionalEnumVar(c.Flags(), &from, "from", "whose keys, if there are those of both: %s",
		string(lpp.Other), string(lpp.Judge))
	return c
}

// readPresses reads the key presses of a folder or of a file of names. What is no key press is told
// of a folder, and an error of a file.
func readPresses(c *cobra.Command, path string, tell func(error)) (list []lpp.Press, err error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return readInput(c, path, "names of key presses", readNames)
	}
	list, err = lpp.ReadDir(path, lpp.Judge, tell)
	if err != nil {
		return nil, err
	}
	other, err := lpp.ReadDir(path, lpp.Other, func(error) {}) // which were told
	return append(list, other...), err
}

// readNames reads names of sub-directories, one a line. Folders that they are in are allowed.
func readNames(in io.Reader, file string) (list []lpp.Press, err error) {
	names := files.NewScanner(in, file, maxName)
	for names.Scan() {
		name := strings.TrimRight(names.Text(), " \t\r/\\")
		if name == "" {
			continue
		}
		p, err := lpp.ParseName(filepath.Base(filepath.FromSlash(name)))
		if err != nil {
			return nil, files.At(file, names.Line(), err)
		}
		list = append(list, p)
	}
	if err = names.Err(); err == nil && len(list) == 0 {
		err = files.New(file, 0, "no name", "names of sub-directories such as 0000000123.H.other")
	}
	return list, err
}

func lppRecordCommand() *cobra.Command {
	var dir, out string
	var keys uint
	c := &cobra.Command{
		Use:   "record --dir DIR --out LOG",
		Short: "take the keys of both ends and write a log",
		Long: `Record takes the key presses of both ends from DIR, DIR/left and DIR/right and writes
them to LOG, a keystroke log as that of 2009, in which it goes on if it exists: .judge as local
keys, .other as remote ones. It runs until it is interrupted or has --keys keys.`,
		Example: `  turing lpp record --dir D --out log.txt`,
		Args:    cli.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return record(c, dir, out, int(keys)) },
	}
	addDirFlag(c, &dir)
	requiredVar(c, &out, "out", "`LOG` to write or to go on with")
	c.Flags().UintVar(&keys, "keys", 0, "end after this number of keys (0: when interrupted)")
	return c
}

func record(c *cobra.Command, dir, out string, limit int) (err error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return files.New(dir, 0, "a file", "a communications folder")
	}
	log, err := keylog.Append(out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	ctx, cancel := context.WithCancelCause(c.Context())
	defer cancel(nil)
	var readers sync.WaitGroup
	var mu sync.Mutex
	for folder, side := range map[string]keylog.Side{dir: keylog.Left, filepath.Join(dir, "left"): keylog.Left,
		filepath.Join(dir, "right"): keylog.Right} {
		for _, end := range []lpp.End{lpp.Judge, lpp.Other} {
			fault := func(err error) {
				mu.Lock()
				defer mu.Unlock()
				// Both ends find names that are no key presses, and left and right are expected.
				stray, ok := errors.AsType[*lpp.StrayError](err)
				if !ok || end == lpp.Judge && stray.Name != "left" && stray.Name != "right" {
					warn(c, "%v", err)
				}
			}
			readers.Go(func() {
				if folder != dir && appears(ctx, folder) != nil {
					return
				}
				r := lpp.Receiver{Dir: folder, From: end, Fault: fault, Taken: log.Taken(side, end)}
				cancel(r.Receive(ctx, func(list []lpp.Press) error {
					if err := log.Add(side, list); err != nil {
						return err
					}
					if _, n := log.Keys(); limit > 0 && n >= limit {
						cancel(context.Canceled)
					}
					return nil
				}))
			})
		}
	}
	readers.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	had, n := log.Keys()
	_, err = fmt.Fprintf(c.OutOrStdout(), "recorded %s; the log had %d\n", text.Count(n, "key"), had)
	return err
}

// appears waits until a folder exists. It is not made, since programs may use the one around it.
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

func lppReplayCommand() *cobra.Command {
	var r replay
	var speed string
	c := takes("LOG", cli.Files, &cobra.Command{
		Use:   "replay LOG --dir DIR",
		Short: "make the keys of a log again, at their times or faster",
		Long: `Replay makes the keys of a keystroke log again, as key presses in DIR/left and
DIR/right: local keys as the judge's, remote ones as the entity's. Gaps are those of the log, at
most five minutes, divided by --speed. It waits until all keys have been read, and fails if some are
left after --wait.`,
		Example: `  turing lpp replay 2010.P1.txt.gz --dir D --speed max`,
		RunE: func(c *cobra.Command, args []string) (err error) {
			if r.speed, err = strconv.ParseFloat(speed, 64); speed == "max" {
				r.speed, err = 0, nil
			}
			if err != nil || !(r.speed >= 0 && r.speed <= maxSpeed) {
				return cli.Usagef("--speed is %q, a number from 0 to %g or max is needed", speed, float64(maxSpeed))
			}
			return r.run(c, args[0])
		},
	})
	addDirFlag(c, &r.dir)
	c.Flags().StringVar(&speed, "speed", "1", "how many times faster than the log (0 or max: at once)")
	c.Flags().DurationVar(&r.wait, "wait", 30*time.Second, "how long to wait in the end until all keys are read")
	return c
}

// replay makes the keys of a log again.
type replay struct {
	dir   string
	speed float64 // 0 if keys are made at once
	wait  time.Duration
	due   time.Time // of the next key
}

const longestRest = 5 * time.Minute

func (r *replay) run(c *cobra.Command, file string) error {
	log, err := readKeyLog(c, file)
	if err != nil {
		return err
	}
	type party struct {
		side keylog.Side
		end  lpp.End
	}
	senders, before, n, unknown := map[party]*lpp.Sender{}, int64(0), 0, 0
	for _, s := range log.Strokes() {
		if n > 0 && r.speed > 0 {
			if err := r.rest(c.Context(), s.Received-before); err != nil {
				return err
			}
		}
		before = s.Received
		if !s.Valid() {
			unknown++
			continue
		}
		p := party{s.Side, s.By()}
		if senders[p] == nil {
			if senders[p], err = lpp.NewSender(filepath.Join(r.dir, string(p.side)), p.end); err != nil {
				return err
			}
		}
		n++
		if _, err := senders[p].Send(s.Key); err != nil {
			return err
		}
	}
	if unknown > 0 {
		warn(c, "%s: %s not in the protocol were left out", file, text.Count(unknown, "key"))
	}
	ctx, cancel := context.WithTimeout(c.Context(), r.wait)
	defer cancel()
	for _, s := range senders {
		if left, err := s.Wait(ctx); errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("nobody reads: %s left in %s after %v; start the other program, "+
				"such as 'turing lpp record', or give a longer --wait", text.Count(left, "key"), s.Dir(), r.wait)
		} else if err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "replayed %s\n", text.Count(n, "key"))
	return err
}

// rest waits for the time between two keys, in microseconds of the log.
func (r *replay) rest(ctx context.Context, gap int64) error {
	if r.due.IsZero() {
		r.due = time.Now()
	}
	gap = min(max(gap, 0), longestRest.Microseconds())
	r.due = r.due.Add(time.Duration(float64(gap) * 1000 / r.speed))
	return parallel.Sleep(ctx, time.Until(r.due))
}
