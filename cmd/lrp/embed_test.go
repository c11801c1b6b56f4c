package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/embed"
)

// TestEmbedInfoBinary checks that word2vec's binary format, which a script cannot contain, is
// recognised.
func TestEmbedInfoBinary(t *testing.T) {
	file := filepath.Join(t.TempDir(), "v.bin")
	data := []byte("2 2\n")
	for i, word := range []string{"cat", "dog"} {
		data = append(data, word+" "...)
		for j := range 2 {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(1+i+2*j)))
		}
		data = append(data, '\n')
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := run(t.Context(), []string{"embed", "info", file}, nil, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	if !strings.Contains(out.String(), "format      word2vec binary\n") {
		t.Errorf("%s", &out)
	}
}

// TestEmbedCanceled checks that canceled commands leave nothing behind.
func TestEmbedCanceled(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	in := filepath.Join(dir, "in.txt")
	if err := os.WriteFile(in, []byte("cat 1 2\ndog 3 4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(dir, "out")
	for _, args := range [][]string{
		{"embed", "train", "--out", out, in},
		{"embed", "train", "--out", out, "-"},
		{"embed", "nearest", "cat"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(ctx, args, strings.NewReader("a b a b\n"), &stdout, &stderr)
		if status != 1 || stderr.String() != "lrp: interrupted\n" || stdout.Len() > 0 {
			t.Errorf("%v: status %d, %q, %q", args[1:], status, &stderr, &stdout)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

// TestPhases checks that a terminal gets each phase by name and that other outputs get nothing.
func TestPhases(t *testing.T) {
	silent := newProgress(&bytes.Buffer{})
	silent.phase("read", 1, 2)
	silent.clear()
	bar, out, _ := fakeProgress(80)
	for _, phase := range []string{"count", "read", "factor"} {
		for done := range int64(4) {
			bar.phase(phase, done, 3)
		}
	}
	bar.clear()
	for _, phase := range []string{"read", "factor"} {
		if !strings.Contains(out.String(), phase) {
			t.Errorf("%q does not name %s", out, phase)
		}
	}
}

// TestTrainFlags checks the defaults that the help names.
func TestTrainFlags(t *testing.T) {
	c := embedTrainCommand()
	for name, want := range map[string]string{
		"dim": "100", "window": "5", "min-count": "2", "max-words": "50000",
		"seed": "1", "workers": "0",
		"storage": embed.Float32.String(),
	} {
		if f := c.Flags().Lookup(name); f == nil || f.DefValue != want {
			t.Errorf("--%s: %v, want the default %s", name, f, want)
		}
	}
}
