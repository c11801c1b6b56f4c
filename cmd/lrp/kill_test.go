//go:build unix

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/report"
)

var kills = flag.Int("kills", 2, "times that TestKill kills each command")

// killed is a command that is killed at some moment of writing to a place.
type killed struct {
	name string
	args func(place string, seed int) []string
	// found returns the seed of what is in the place, which has to be whole.
	found func(place string) (seed int, err error)
	// repair does what the next run does first.
	repair func(place string)
	// writing is a pattern of files, below the test's folder, that are there while the place is changed.
	writing string
	// window is about how long that takes, in microseconds.
	window int
}

// errUnfinished tells that a folder is plainly that of a command that did not come to its end.
var errUnfinished = errors.New("no manifest")

var killedCommands = []killed{
	{
		name: "eval",
		args: func(place string, seed int) []string {
			return []string{"eval", "--trials", "1", "--approach", "CBG,COM", "--out", place, "--seed", fmt.Sprint(seed), "sample-powergrading"}
		},
		found: reportSeed,
		repair: func(place string) {
			if d, err := report.Create(place); err == nil {
				d.Abort()
			}
		},
		writing: "place/.staging-*/.moving",
		window:  300,
	},
	{
		name: "train",
		args: func(place string, seed int) []string {
			return []string{"train", "-m", place, "--approach", "COM", "--seed", fmt.Sprint(seed), "sample-powergrading"}
		},
		found: func(place string) (int, error) {
			m, err := lrp.OpenModel(place, lrp.Parts{})
			if err != nil {
				return 0, err
			}
			return int(m.Info().Seed), nil
		},
		repair:  func(string) {},
		writing: ".place.*.tmp",
		window:  20_000, // it is written at once
	},
}

// reportSeed reads a report's folder: every file has to be the one that the manifest names.
func reportSeed(place string) (int, error) {
	text, err := os.ReadFile(filepath.Join(place, report.ManifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, errUnfinished
	}
	var m struct {
		Flags  struct{ Seed int }
		Files  []string
		SHA256 map[string]string
	}
	if err := errors.Join(err, json.Unmarshal(text, &m)); err != nil {
		return 0, err
	}
	for _, name := range m.Files {
		if name == report.ManifestFile {
			continue
		}
		text, err := os.ReadFile(filepath.Join(place, name))
		if err != nil {
			return 0, err
		}
		if sum := sha256.Sum256(text); m.SHA256[name] != hex.EncodeToString(sum[:]) {
			return 0, fmt.Errorf("%s is not of the run that the manifest is of", name)
		}
	}
	return m.Flags.Seed, nil
}

// TestKill kills commands at random moments, often while they put their files in place. What they wrote to is as it was
// or all new; a folder may lack its manifest, which stands for all its files, until the next run puts the old ones back.
func TestKill(t *testing.T) {
	for _, k := range killedCommands {
		t.Run(k.name, func(t *testing.T) {
			if help, err := exec.Command("lrp", "help").Output(); err != nil || !strings.Contains(string(help), "\n  "+k.name+" ") {
				t.Skip("no such command")
			}
			k.test(t)
		})
	}
}

func (k *killed) test(t *testing.T) {
	dir := t.TempDir()
	place := filepath.Join(dir, "place")
	began := time.Now()
	if out, err := exec.Command("lrp", k.args(place, 1)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(began)
	mine := filepath.Join(place, "mine")
	os.WriteFile(mine, []byte("mine"), 0o600) // fails where the place is a file
	_, folder := os.Stat(mine)
	present, rng := 1, rand.New(rand.NewPCG(1, uint64(*kills)))
	olds, news, unfinished := 0, 0, 0
	for round := range *kills {
		seed := round + 2
		before, _ := filepath.Glob(filepath.Join(dir, k.writing))
		c, _, _ := start(t, nil, k.args(place, seed)...)
		ended := make(chan struct{})
		go func() {
			c.Wait()
			close(ended)
		}()
		if after := time.After(time.Duration(rng.Int64N(int64(whole) * 5 / 4))); round%2 == 0 {
			await(filepath.Join(dir, k.writing), before, ended)
			time.Sleep(time.Duration(rng.IntN(k.window)) * time.Microsecond)
		} else {
			select {
			case <-after:
			case <-ended:
			}
		}
		c.Process.Kill()
		<-ended
		found, err := k.found(place)
		if errors.Is(err, errUnfinished) {
			unfinished++
			k.repair(place)
			found, err = k.found(place)
		}
		switch {
		case err != nil:
			t.Fatalf("round %d: %v", round, err)
		case found == present:
			olds++
		case found == seed:
			news++
		default:
			t.Fatalf("round %d: found what run %d wrote, expected %d or %d", round, found, present, seed)
		}
		if present = found; folder == nil && !exists(mine) {
			t.Fatalf("round %d: another file in the folder is gone", round)
		}
	}
	t.Logf("%d rounds: %d left the old, %d the new, %d a folder without manifest before it was repaired", *kills, olds, news, unfinished)
	k.leavesNothing(t, place, dir)
}

// await returns when a file matches the pattern that was not there before, or the process ended.
func await(pattern string, before []string, ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		default:
			list, _ := filepath.Glob(pattern)
			if slices.ContainsFunc(list, func(path string) bool { return !slices.Contains(before, path) }) {
				return
			}
		}
	}
}

// leavesNothing demands that a run some time later removes what the killed ones left.
func (k *killed) leavesNothing(t *testing.T, place, dir string) {
	before := time.Now().Add(-time.Hour)
	filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error { return os.Chtimes(path, before, before) })
	if out, err := exec.Command("lrp", k.args(place, 1)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
		if strings.HasPrefix(filepath.Base(path), ".") {
			t.Errorf("left behind: %s", path)
		}
		return nil
	})
}
