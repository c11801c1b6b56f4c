package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// TestEmbedBinary checks that word2vec's binary format, which a script cannot contain, is
// recognised.
func TestEmbedBinary(t *testing.T) {
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
	args := []string{"embed", "convert", file, "--out", "-", "--format", "text"}
	if status := run(t.Context(), args, nil, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	if out.String() != "2 2\ncat 1 3\ndog 2 4\n" {
		t.Errorf("%s", &out)
	}
}
