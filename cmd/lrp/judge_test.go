package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// chatServer is a server that gives each answer the grade that score says, and counts requests.
func chatServer(t *testing.T, score func(question, answer string, highest float64) float64) (url string, asked *atomic.Int32) {
	asked = &atomic.Int32{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		var body struct{ Messages []struct{ Content string } }
		var data struct {
			Question string
			Top      float64 `json:"highest grade"`
			Answers  []struct{ ID, Answer string }
		}
		err := json.NewDecoder(r.Body).Decode(&body)
		if err == nil {
			err = json.NewDecoder(strings.NewReader(body.Messages[1].Content)).Decode(&data)
		}
		if err != nil {
			t.Error(err)
		}
		grades := map[string]float64{}
		for _, a := range data.Answers {
			grades[a.ID] = score(data.Question, a.Answer, data.Top)
		}
		content, _ := json.Marshal(grades)
		answer, _ := json.Marshal(string(content))
		io.WriteString(w, `{"choices":[{"message":{"content":`+string(answer)+`}}]}`)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1#a/judge:1b", asked
}

// judgeTable has scores, so that some of its people can be examples.
const judgeTable = "id,Q1,Q2,Q1 score,Q2 score\nmax,,,4,1\nkey,blue,ball,,\na,blue,ball,4,1\nb,green,,0,0\n" +
	"c,blue sky,bat,3,0\n"

// TestJudge checks the file, whose grades are in the points of the data, the people who are examples,
// and that its cache answers the second time.
func TestJudge(t *testing.T) {
	url, asked := chatServer(t, func(_, answer string, top float64) float64 {
		return map[string]float64{"blue": 1, "ball": 1, "blue sky": 0.5}[answer] * top
	})
	dir := t.TempDir()
	data, examples, out := filepath.Join(dir, "d.csv"), filepath.Join(dir, "e.csv"), filepath.Join(dir, "out.csv")
	write(t, data, []byte(judgeTable))
	write(t, examples, []byte("Respondent\na\n"))
	for range 2 {
		printed(t, "judge", data, "--judge", url, "--judge-cache", dir, "-o", out, "--judge-limit", "5")
		want := "dataset,respondent,question,grade,out of,example\nd,a,Q1,4,4,\nd,a,Q2,1,1,\nd,b,Q1,0,4,\nd,b,Q2,0,1,\n" +
			"d,c,Q1,2,4,\nd,c,Q2,0,1,\n"
		if got, err := os.ReadFile(out); err != nil || string(got) != want || asked.Load() != 5 {
			t.Fatalf("found %v, %d requests, %s\nwant %s", err, asked.Load(), got, want)
		}
	}
	got := printed(t, "judge", data, "--judge", url, "--judge-cache", "off", "--examples", examples)
	if strings.Count(got, ",yes\n") != 2 || !strings.Contains(got, "d,a,Q2,1,1,yes\n") {
		t.Errorf("found %s", got)
	}
	write(t, examples, []byte("respondent\na\nz\n"))
	asked.Store(0)
	for want, args := range map[string][]string{
		`lrp: ` + examples + `:3: found respondent "z", expected one of d whose answers are graded`:                       {"--judge", url, "--examples", examples},
		"lrp: --judge found judge \"http://h\", expected an address such as http://127.0.0.1:11434/v1#MODEL":              {"--judge", "http://h"},
		"lrp: judge needs --judge URL#MODEL, the server to ask":                                                           {},
		"lrp: --judge-price is [1 2 3], one price or two of at least 0 are needed":                                        {"--judge", url, "--judge-price", "1,2,3"},
		"lrp: --judge-timeout is 0s, a time such as 90s is needed":                                                        {"--judge", url, "--judge-timeout", "0s"},
		"lrp: judge a/judge:1b: too many requests: 5 are needed, 0 more are cached, and 4 may be sent by --judge-limit\n": {"--judge", url, "--judge-limit", "4", "--judge-cache", "off"},
	} {
		status := 2
		if strings.Contains(want, examples) || strings.Contains(want, "a/judge:1b") {
			status = 1
		}
		if said := failing(t, status, append([]string{"judge", data}, args...)...); !strings.Contains(said, want) || asked.Load() > 0 {
			t.Errorf("found %s after %d requests\nwant %s", said, asked.Load(), want)
		}
	}
}
