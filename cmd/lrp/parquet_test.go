package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// TestEvalOfParquet evaluates one exam as pandas writes it as Parquet and as CSV: but for what the
// form is called, the results are the same bytes.
func TestEvalOfParquet(t *testing.T) {
	tables := filepath.Join("..", "..", "testdata", "tables")
	data, err := os.ReadFile(filepath.Join(tables, "utf8-bom.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var plain bytes.Buffer // without the row of points, which the other has not
	if err := csv.NewWriter(&plain).WriteAll(slices.Delete(rows, 1, 2)); err != nil {
		t.Fatal(err)
	}
	packed, err := os.ReadFile(filepath.Join(tables, "pandas.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	var results [2][]byte
	for i, content := range [][]byte{plain.Bytes(), packed} {
		dir := t.TempDir()
		file := filepath.Join(dir, []string{"exam.csv", "exam.parquet"}[i])
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, "out")
		results[i], err = exec.Command("lrp", "eval", file, "--approach", "CBG,BOW", "--regressor", "ridge",
			"--trials", "3", "--out", out).Output()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, name := range []string{"predictions.csv", "results.json"} {
			data, err := os.ReadFile(filepath.Join(out, name))
			if err != nil {
				t.Fatal(err)
			}
			results[i] = append(results[i], data...)
		}
	}
	if !bytes.Equal(results[0], results[1]) || len(results[0]) < 2000 {
		t.Errorf("CSV:\n%s\nParquet:\n%s", results[0], results[1])
	}
}
