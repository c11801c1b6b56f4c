package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/embed"
)

// fakeServer is the address of an encoder in tests, which is no server. It fails for texts that
// contain "fail".
const fakeServer = "http://encoder.test/v1"

func init() {
	openEncoder = func(ctx context.Context, spec string, o embed.EncoderOptions) (embed.Encoder, error) {
		if spec == fakeServer {
			return hashing{o.Prefix}, nil
		}
		return embed.OpenEncoder(ctx, spec, o)
	}
}

type hashing struct{ prefix string }

func (e hashing) Identity() embed.Identity {
	return embed.Identity{Name: "fake", Dim: 4, Prefix: e.prefix}
}

func (e hashing) Encode(_ context.Context, texts []string) ([][]float32, error) {
	list := make([][]float32, len(texts))
	for i, s := range texts {
		if strings.Contains(s, "fail") {
			return nil, errors.New("found status 500 of the server")
		}
		h := fnv.New32a()
		h.Write([]byte(e.prefix + s))
		for k := range 4 {
			list[i] = append(list[i], float32(h.Sum32()>>(8*k)&255)/255)
		}
	}
	return list, nil
}

// TestEncode checks the formats that lrp encode reads, and that numbers survive.
func TestEncode(t *testing.T) {
	texts := []string{"the sky", "", "  two\nlines", "<b> \"quoted\"", "größe", ""}
	var in, out bytes.Buffer
	for _, s := range texts {
		if strings.ContainsAny(s, "\n\"") {
			quoted, _ := json.Marshal(s)
			s = string(quoted)
		}
		in.WriteString(s + "\n")
	}
	args := []string{"encode", "--encoder", fakeServer, "--encoder-prefix", "query: "}
	if status := run(t.Context(), args, &in, &out, &out); status != 0 {
		t.Fatal(out.String())
	}
	want, err := hashing{"query: "}.Encode(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != len(texts) {
		t.Fatalf("found %d lines, expected %d:\n%s", len(lines), len(texts), &out)
	}
	for i, line := range lines {
		got := struct {
			Text   string
			Vector []float32
		}{}
		if err := json.Unmarshal([]byte(line), &got); err != nil || got.Text != texts[i] ||
			!slices.Equal(got.Vector, want[i]) {
			t.Errorf("line %d: %s, %v, expected %q, %v", i, line, err, texts[i], want[i])
		}
	}

	dir := t.TempDir()
	data, file := filepath.Join(dir, "data.csv"), filepath.Join(dir, "v.jsonl")
	write(t, data, []byte("id,Q1,Q2,rating\nkey,blue,\na,blue,\"two\nlines\",1\nb,green,blue,2\n"))
	printed(t, "encode", "--out", file, "csv:"+data)
	e, err := embed.OpenEncoder(t.Context(), file, embed.EncoderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Encode(t.Context(), []string{"blue", "two lines", "green"}); err != nil {
		t.Error(err)
	}
}

// failing runs a command that must fail, and returns what it says.
func failing(t *testing.T, status int, args ...string) string {
	t.Helper()
	var out, problems bytes.Buffer
	if got := run(t.Context(), args, nil, &out, &problems); got != status {
		t.Errorf("lrp %s: exit status %d, expected %d\n%s%s", strings.Join(args, " "), got, status, &out,
			&problems)
	}
	return problems.String()
}

// TestFailingEncoder checks that the error of an encoder is one of every command.
func TestFailingEncoder(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.csv"), filepath.Join(dir, "bad.csv")
	model, pairs := filepath.Join(dir, "m.lrp"), filepath.Join(dir, "pairs.tsv")
	write(t, good, []byte(respondents(1)))
	write(t, bad, []byte(strings.Replace(respondents(1), "blue", "they fail", 1)+"x,blue,blue,\n"))
	write(t, pairs, []byte("a\tfail\n"))
	printed(t, "train", "-m", model, "--approach", "ENC", "--encoder", fakeServer, "--folds", "0", good)
	for _, args := range [][]string{
		{"eval", bad, "--trials", "1", "--approach", "ENC"},
		{"eval", bad, "--trials", "1", "--approach", "AUTO"},
		{"train", "-m", model + "2", bad, "--folds", "0"},
		{"predict", "-m", model, bad},
		{"predict", "-m", model, bad, "--details"},
		{"explain", "-m", model, bad},
		{"test", "-m", model, bad},
		{"grade", bad, "--format", "csv"},
		{"next", bad, "--out", "-", "--format", "csv"},
		{"similarity", "--measure", "ENC", pairs},
		{"encode", pairs},
	} {
		said := failing(t, 1, append(args, "--encoder", fakeServer)...)
		if !strings.Contains(said, "status 500") {
			t.Errorf("lrp %s: found %q, expected the error of the encoder", strings.Join(args, " "), said)
		}
	}
	if said := failing(t, 1, "predict", "-m", model, good); !strings.Contains(said, "--encoder fake") {
		t.Errorf("found %q, expected the flag that names the encoder", said)
	}
}

// TestServersVectorsAreKept checks that a report keeps a server's vectors, with which it is made
// again without the server, and that an experiment file alone cannot name one.
func TestServersVectorsAreKept(t *testing.T) {
	dir := t.TempDir()
	data, out, again := filepath.Join(dir, "d.csv"), filepath.Join(dir, "out"), filepath.Join(dir, "again")
	write(t, data, []byte(respondents(1)))
	printed(t, "eval", data, "--approach", "CBG,ENC", "--trials", "2", "--encoder", fakeServer,
		"--encoder-prefix", "p: ", "--out", out)
	manifest, err := os.ReadFile(filepath.Join(out, manifestFile))
	if err != nil || bytes.Contains(manifest, []byte("encoder.test")) ||
		!bytes.Contains(manifest, []byte(`"name": "fake"`)) {
		t.Errorf("%v: found a manifest with the address, or without the encoder's name:\n%s", err, manifest)
	}
	printed(t, "run", out, "--out", again)
	sameFiles(t, out, again, vectorsFile, resultsFile, manifestFile)
	kept := filepath.Join(out, vectorsFile)
	write(t, kept, append([]byte(`{"text":"x","vector":[1,2,3,4]}`+"\n"), "\n"...))
	refused(t, "run", out)

	file := filepath.Join(dir, "e.toml")
	write(t, file, fmt.Appendf(nil, "datasets = [%q]\napproach = [\"CBG\", \"ENC\"]\ntrials = 1\nencoder = %q\n",
		"csv:"+data, fakeServer))
	if said := failing(t, 2, "run", file); !strings.Contains(said, "--encoder "+fakeServer) {
		t.Errorf("found %q, expected the flag that names the address", said)
	}
	printed(t, "run", file, "--encoder", fakeServer)
}

// TestRegressorsOfENC checks that ENC has ridge and gp unless others are named.
func TestRegressorsOfENC(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "CBG none, BWO ols, BWO lasso, ENC ridge, ENC gp"},
		{"--regressor ols", "CBG none, BWO ols, ENC ols"},
		{"--regressor ols,enc/gp", "CBG none, BWO ols, ENC gp"},
	} {
		args := append([]string{"eval", "sample-mohler", "--approach", "CBG,BWO,ENC", "--trials", "1", "--format",
			"json"}, strings.Fields(c.args)...)
		report := struct {
			Datasets []struct {
				Results []struct{ Approach, Regressor string }
			}
		}{}
		if err := json.Unmarshal([]byte(printed(t, args...)), &report); err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, r := range report.Datasets[0].Results {
			found = append(found, r.Approach+" "+r.Regressor)
		}
		if got := strings.Join(found, ", "); got != c.want {
			t.Errorf("%q: found %s, expected %s", c.args, got, c.want)
		}
	}
	failing(t, 2, "eval", "--regressor", "ols,ECN/gp")
}
