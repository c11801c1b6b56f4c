package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// TestTFIDFLearnsFromTrainingPartsAlone changes ratings in the test part, which no prediction may
// notice, and in the training part.
func TestTFIDFLearnsFromTrainingPartsAlone(t *testing.T) {
	s, ds, dir := needPython(t), sample(t), t.TempDir()
	ds.Respondents[0].Responses[0] = ""
	splits := "dataset,trial,respondent,part\n"
	for i, r := range ds.Respondents {
		splits += fmt.Sprintf("m,1,%s,%s\nm,2,%[1]s,%[3]s\n", r.ID, part(i < 20), part(i >= 10))
	}
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	predict := func() []string {
		var texts bytes.Buffer
		if err := datasets.WriteJSONL(&texts, ds); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), s.python, "tfidf.py", write("texts.jsonl", texts.Bytes()),
			write("splits.csv", []byte(splits))).CombinedOutput()
		lines := strings.Fields(string(out))
		if err != nil || len(lines) != 1+10+10 || lines[0] != "trial,respondent,prediction" {
			t.Fatalf("%v\n%s", err, out)
		}
		return lines
	}
	before := predict()
	ds.Respondents[25].Rating = 1 - ds.Respondents[25].Rating // tested in trial 1, learned from in trial 2
	after := predict()
	for i := 1; i <= 20; i++ {
		if same := before[i] == after[i]; same != (i <= 10) {
			t.Errorf("line %d was %s and is %s", i+1, before[i], after[i])
		}
	}
}

// part names a part of a split.
func part(train bool) string { return map[bool]string{true: "train", false: "test"}[train] }
