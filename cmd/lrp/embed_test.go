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

// TestEmbedCanceled checks that a canceled command writes nothing.
func TestEmbedCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	status := run(ctx, []string{"embed", "nearest", "cat"}, nil, &stdout, &stderr)
	if status != 1 || stderr.String() != "lrp: interrupted\n" || stdout.Len() > 0 {
		t.Errorf("status %d, %q, %q", status, &stderr, &stdout)
	}
}
