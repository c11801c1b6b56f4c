package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// hostile is text that sets the title of a terminal, clears it and reverses what follows.
const hostile = "\x1b]0;owned\a\x1b[2J\u009b2J\u202e"

// hostileData writes a data set whose name, questions, respondents and responses are hostile.
func hostileData(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	line := func(v any) {
		if err := json.NewEncoder(&b).Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	questions := []map[string]any{
		{"id": "q1" + hostile, "text": "Why?" + hostile, "key": []string{"because" + hostile}},
		{"id": "q2", "text": "When?", "key": []string{"now"}},
	}
	line(map[string]any{"format": "lrp-dataset", "version": 1, "name": "set" + hostile, "questions": questions})
	for i := range 12 {
		line(map[string]any{
			"id": fmt.Sprintf("r%d%s", i, hostile), "rating": float64(i) / 11,
			"responses": []string{fmt.Sprintf("because %d%s", i, hostile), "now or later"},
		})
	}
	file := filepath.Join(t.TempDir(), "set.jsonl")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// No text for people has control characters of a data set or of the command line.
func TestHostileNames(t *testing.T) {
	file := hostileData(t)
	model := filepath.Join(t.TempDir(), "m.lrp")
	set := "jsonl:" + file
	few := []string{"--approach", "FWO,BOW", "--trials", "2"}
	for _, c := range []struct {
		status int
		args   []string
	}{
		{0, append([]string{"eval", set}, few...)},
		{0, append([]string{"compare", set, "--baseline", "FWO/ols"}, few...)},
		{0, []string{"curve", set, "--approach", "FWO", "--trials", "2", "--sizes", "4,6"}},
		{0, []string{"train", "-m", model, "--approach", "FWO", set}},
		{0, []string{"inspect", model}},
		{0, []string{"explain", "-m", model, file}},
		{2, []string{"eval", "jsonl:" + hostile}},
		{2, []string{"inspect", hostile}},
		{2, []string{"eval", "--" + hostile}},
		{2, []string{hostile}},
	} {
		var stdout, stderr bytes.Buffer
		status := run(context.Background(), c.args, strings.NewReader(""), &stdout, &stderr)
		if (status == 0) != (c.status == 0) {
			t.Errorf("lrp %q: status %d, %s", c.args, status, &stderr)
		}
		for name, out := range map[string]string{"output": stdout.String(), "messages": stderr.String()} {
			for i, r := range out {
				if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
					t.Errorf("lrp %q: %U in the %s: %q", c.args, r, name,
						out[max(0, i-40):min(len(out), i+40)])
					break
				}
			}
		}
	}
}
