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

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
)

var kills = flag.Int("kills", 2, "number of times that TestKill kills each command")

// killed is a command that is killed while it writes to a path.
type killed struct {
	name string
	args func(path string, seed int) []string
	// found returns the seed of the result at the path, which has to be complete.
	found func(path string) (seed int, err error)
	// repair does what the next run does first.
	repair func(path string)
	// writing is a pattern of files, below the test's folder, that exist while the path is changed.
	writing string
	// window is about how long that takes, in microseconds.
	window int
}

// errUnfinished means that a folder is recognisably incomplete.
var errUnfinished = errors.New("no manifest")

var killedCommands = []killed{
	{
		name: "eval",
		args: func(path string, seed int) []string {
			return []string{"eval", "--trials", "1", "--approach", "CBG,COM", "--out", path,
				"--seed", fmt.Sprint(seed), "sample-powergrading"}
		},
		found: reportSeed,
		repair: func(path string) {
			x := experimentRun{eval: &evalFlags{}, out: path}
			if d, err := x.createFolder(); err == nil {
				d.Abort()
			}
		},
		writing: "place/.staging-*/.moving",
		window:  300,
	},
	{
		name: "train",
		args: func(path string, seed int) []string {
			return []string{"train", "-m", path, "--approach", "COM", "--seed", fmt.Sprint(seed),
				"sample-powergrading"}
		},
		found: func(path string) (int, error) {
			m, err := lrp.OpenModel(path, lrp.Parts{})
			if err != nil {
				return 0, err
			}
			return int(m.Info().Seed), nil
		},
		repair:  func(string) {},
		writing: ".place.*.tmp",
		window:  20_000, // written in one call
	},
}

// reportSeed reads a report's folder, in which every file has to match the manifest.
func reportSeed(path string) (int, error) {
	text, err := os.ReadFile(filepath.Join(path, manifestFile))
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
		if name == manifestFile {
			continue
		}
		text, err := os.ReadFile(filepath.Join(path, name))
		if err != nil {
			return 0, err
		}
		if sum := sha256.Sum256(text); m.SHA256[name] != hex.EncodeToString(sum[:]) {
			return 0, fmt.Errorf("%s does not belong to the run of the manifest", name)
		}
	}
	return m.Flags.Seed, nil
}

// TestKill kills commands at random moments, often while they move their files into place. The
// output must be either the old or the new one. A folder may lack its manifest, which marks it as
// incomplete, until the next run restores the old files.
func TestKill(t *testing.T) {
	suite.Slow(t, "kills programs")
	for _, k := range killedCommands {
		t.Run(k.name, func(t *testing.T) {
			k.test(t)
		})
	}
}

func (k *killed) test(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "place")
	began := time.Now()
	if out, err := exec.Command("lrp", k.args(path, 1)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	duration := time.Since(began)
	mine := filepath.Join(path, "mine")
	os.WriteFile(mine, []byte("mine"), 0o600) // fails if the path is a file
	_, folder := os.Stat(mine)
	present, rng := 1, rand.New(rand.NewPCG(1, uint64(*kills)))
	oldCount, newCount, unfinished := 0, 0, 0
	for round := range *kills {
		seed := round + 2
		before, _ := filepath.Glob(filepath.Join(dir, k.writing))
		c, _, _ := start(t, nil, k.args(path, seed)...)
		ended := make(chan struct{})
		go func() {
			c.Wait()
			close(ended)
		}()
		if after := time.After(time.Duration(rng.Int64N(int64(duration) * 5 / 4))); round%2 == 0 {
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
		found, err := k.found(path)
		if errors.Is(err, errUnfinished) {
			unfinished++
			k.repair(path)
			found, err = k.found(path)
		}
		switch {
		case err != nil:
			t.Fatalf("round %d: %v", round, err)
		case found == present:
			oldCount++
		case found == seed:
			newCount++
		default:
			t.Fatalf("round %d: found what run %d wrote, expected %d or %d", round, found, present,
				seed)
		}
		if present = found; folder == nil && !exists(mine) {
			t.Fatalf("round %d: another file in the folder was removed", round)
		}
	}
	t.Logf("%d rounds: %d left the old output, %d the new one, %d a folder without a manifest",
		*kills, oldCount, newCount, unfinished)
	k.leavesNothing(t, path, dir)
}

// await returns when a new file matches the pattern or the process has ended.
func await(pattern string, before []string, ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		default:
			list, _ := filepath.Glob(pattern)
			if slices.ContainsFunc(list,
				func(path string) bool { return !slices.Contains(before, path) }) {
				return
			}
		}
	}
}

// leavesNothing checks that a later run removes what the killed ones left.
func (k *killed) leavesNothing(t *testing.T, path, dir string) {
	before := time.Now().Add(-time.Hour)
	filepath.WalkDir(dir, func(name string, _ fs.DirEntry, _ error) error {
		return os.Chtimes(name, before, before)
	})
	if out, err := exec.Command("lrp", k.args(path, 1)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
		if strings.HasPrefix(filepath.Base(path), ".") {
			t.Errorf("left behind: %s", path)
		}
		return nil
	})
}
