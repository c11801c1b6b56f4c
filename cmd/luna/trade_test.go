package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
)

// TestTradePacked replays a log that is compressed, from a file and from standard input, and one that
// is damaged.
func TestTradePacked(t *testing.T) {
	log := suite.Must(os.ReadFile(filepath.Join("..", "..", "testdata", "trade", "doubted.jsonl")))(t)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	suite.Must(z.Write(log))(t)
	suite.OK(t, z.Close())
	name := filepath.Join(t.TempDir(), "log.jsonl.gz")
	replay := func(content []byte, arg string) (status int, out, message string) {
		suite.OK(t, os.WriteFile(name, content, 0o600))
		var stdout, stderr bytes.Buffer
		status = run(t.Context(), []string{"trade", "replay", "--format", "json", arg},
			bytes.NewReader(content), &stdout, &stderr)
		return status, stdout.String(), stderr.String()
	}
	_, want, _ := replay(log, name)
	if !strings.Contains(want, `"nature":"human"`) {
		t.Fatalf("found %s", want)
	}
	for _, arg := range []string{name, "-"} {
		if status, out, message := replay(packed.Bytes(), arg); status != 0 || out != want {
			t.Errorf("%s: status %d, %s%s", arg, status, out, message)
		}
	}
	for _, n := range []int{5, packed.Len() / 2, packed.Len() - 3} {
		status, _, message := replay(packed.Bytes()[:n], name)
		if status != 1 || !strings.Contains(message, "log.jsonl.gz") ||
			strings.Count(message, "\n") != 1 {
			t.Errorf("the first %d bytes: status %d, %s", n, status, message)
		}
	}
}

// guest is a person at a server of Turing Trade.
type guest struct {
	t      *testing.T
	server string
	token  string
}

func (g guest) post(path, body string) {
	g.t.Helper()
	r := suite.Must(http.NewRequest(http.MethodPost, g.server+path, strings.NewReader(body)))(g.t)
	r.Header.Set("Authorization", "Bearer "+g.token)
	r.Header.Set("Content-Type", "application/json")
	answer := suite.Must(http.DefaultClient.Do(r))(g.t)
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		g.t.Errorf("POST %s: %s", path, answer.Status)
	}
}

// TestBetOnAServer lets the machine bettor play a game in which a guest is the target, or a program
// in the guest's stead.
func TestBetOnAServer(t *testing.T) {
	suite.Slow(t, "plays a game in real time")
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, filepath.Join(dir, "l.db"), "--trade-seconds", "20", "--trade-patience", "1s")
	c := suite.Must(client.New(s.url, "", client.Options{}))(t)
	token := suite.Must(c.RegisterGuest(t.Context()))(t)
	g := guest{t, s.url, token}
	g.post("/trade/api/enter", `{"role":"target","consent":true}`)
	c.SetToken(token)
	go func() { // answers, if the toss made the guest the target
		for range 300 {
			time.Sleep(100 * time.Millisecond)
			l, err := c.TradeLobby(t.Context())
			if err != nil || l.Game == "" {
				continue
			}
			for after := 0; ; {
				m, err := c.TradeMessages(t.Context(), l.Game, after, time.Second)
				if err != nil || m.Over {
					return
				}
				after += len(m.Messages)
				for _, x := range m.Messages {
					if x.Kind == "end" {
						return
					}
					if x.Kind == "question" {
						g.post("/trade/api/games/"+l.Game+"/act", fmt.Sprintf(
							`{"type":"answer","text":"blue","number":%d,"key":"%d"}`, x.Number, x.Number))
					}
				}
			}
		}
	}()
	memory := filepath.Join(dir, "memory.jsonl")
	var stdout, stderr bytes.Buffer
	for range 5 { // a program that types as slowly as a person may not have answered at the end
		stdout.Reset()
		status := run(t.Context(), []string{"trade", "bet", "--server", s.url, "--games", "1", "--consent",
			"--memory", memory}, nil, &stdout, &stderr)
		if status != 0 || !strings.Contains(stdout.String(), "game 1: a ") {
			t.Fatalf("status %d\n%s%s", status, &stdout, &stderr)
		}
		if t.Log(stdout.String()); !strings.Contains(stdout.String(), ", 0 answers,") {
			break
		}
	}
	f := suite.Must(os.Open(memory))(t)
	defer f.Close()
	d := suite.Must(datasets.ReadJSONL(f, memory))(t)
	if n := len(d.Respondents); n != 1 || d.Respondents[0].Rating != 0 && d.Respondents[0].Rating != 1 {
		t.Errorf("the memory has %+v", d.Respondents)
	}
}
