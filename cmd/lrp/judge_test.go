package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// chatServer is a server that gives each answer the grade that score says, and counts requests.
func chatServer(t *testing.T, score func(question, answer string, highest float64) float64) (url string, asked *atomic.Int32) {
	return chatServerOf(t, func(p prompted, answer string) float64 { return score(p.Question, answer, p.Top) })
}

// prompted is what a judge is told.
type prompted struct {
	Question string
	Top      float64 `json:"highest grade"`
	Examples []struct {
		Answer string
		Grade  float64
	} `json:"graded examples"`
	Answers []struct{ ID, Answer string }
}

func chatServerOf(t *testing.T, score func(p prompted, answer string) float64) (url string, asked *atomic.Int32) {
	asked = &atomic.Int32{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		var body struct{ Messages []struct{ Content string } }
		var data prompted
		err := json.NewDecoder(r.Body).Decode(&body)
		if err == nil {
			err = json.NewDecoder(strings.NewReader(body.Messages[1].Content)).Decode(&data)
		}
		if err != nil {
			t.Error(err)
		}
		grades := map[string]float64{}
		for _, a := range data.Answers {
			grades[a.ID] = score(data, a.Answer)
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

// TestJudge checks the file, whose grades are in the points of the data, the people who are
// examples, and that its cache answers the second time.
func TestJudge(t *testing.T) {
	url, asked := chatServer(t, func(_, answer string, top float64) float64 {
		return map[string]float64{"blue": 1, "ball": 1, "blue sky": 0.5}[answer] * top
	})
	dir := t.TempDir()
	data, examples, out := filepath.Join(dir, "d.csv"), filepath.Join(dir, "e.csv"), filepath.Join(dir, "out.csv")
	write(t, data, []byte(judgeTable))
	write(t, examples, []byte("Respondent\na\n"))
	for range 2 {
		printed(t, "judge", data, "--judge", url, "--cache", dir, "-o", out, "--judge-limit", "5")
		want := "respondent,question,grade,out of,example\na,Q1,4,4,\na,Q2,1,1,\nb,Q1,0,4,\nb,Q2,0,1,\nc,Q1,2,4,\nc,Q2,0,1,\n"
		if got, err := os.ReadFile(out); err != nil || string(got) != want || asked.Load() != 5 {
			t.Fatalf("found %v, %d requests, %s\nwant %s", err, asked.Load(), got, want)
		}
	}
	got := printed(t, "judge", data, "--judge", url, "--cache", "off", "--examples", examples)
	if strings.Count(got, ",yes\n") != 2 || !strings.Contains(got, "\na,Q2,1,1,yes\n") {
		t.Errorf("found %s", got)
	}
	write(t, out, []byte(got))
	said := failing(t, 1, "eval", data, "--approach", "CBG", "--protocol", "leave-one-out", "--grades", "J="+out)
	if !strings.Contains(said, `found respondent "a" in the test part, whose graded answers J was shown as examples`) {
		t.Errorf("found %s", said)
	}
	write(t, examples, []byte("respondent\na\nz\n"))
	asked.Store(0)
	for want, args := range map[string][]string{
		`lrp: ` + examples + `:3: found respondent "z", expected one of d whose answers are graded`:                       {"--judge", url, "--examples", examples},
		"lrp: --judge found judge \"http://h\", expected an address such as http://127.0.0.1:11434/v1#MODEL":              {"--judge", "http://h"},
		"lrp: judge needs --judge URL#MODEL, the server to ask":                                                           {},
		"lrp: --judge-price is [1 2 3], one price or two of at least 0 are needed":                                        {"--judge", url, "--judge-price", "1,2,3"},
		"lrp: judge a/judge:1b: too many requests: 5 are needed, 0 more are cached, and 4 may be sent by --judge-limit\n": {"--judge", url, "--judge-limit", "4", "--cache", "off"},
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

// TestJudgeInOneStep checks that each command asks the judge about everybody, that a report keeps
// its grades, with which it is made again without the server, and that a file alone cannot name
// one.
func TestJudgeInOneStep(t *testing.T) {
	url, asked := chatServer(t, func(_, answer string, top float64) float64 { return top * float64(len(answer)%2) })
	dir := t.TempDir()
	data, out, again := filepath.Join(dir, "d.csv"), filepath.Join(dir, "out"), filepath.Join(dir, "again")
	write(t, data, []byte(respondents(1)))
	judge := []string{"--judge", url, "--cache", "off", "--judge-batch", "10"}
	for _, args := range [][]string{
		{"eval", "--approach", "CBG,AUTO", "--trials", "2", "--out", out},
		{"curve", "--approach", "CBG", "--trials", "1", "--sizes", "2", "--out", filepath.Join(dir, "curve")},
		{"compare", "--approach", "CBG,BOW", "--trials", "2"},
		{"train", "--folds", "0", "-m", filepath.Join(dir, "m.lrp")},
		{"test", "-m", filepath.Join(dir, "m.lrp")},
		{"predict", "-m", filepath.Join(dir, "m.lrp"), "--details"},
		{"grade", "-o", filepath.Join(dir, "g.csv")},
		{"next", "-o", "-"},
	} {
		asked.Store(0)
		printed(t, append(append(args, data), judge...)...)
		if asked.Load() == 0 {
			t.Errorf("lrp %s did not ask the judge", args[0])
		}
	}
	manifest, err := os.ReadFile(filepath.Join(out, manifestFile))
	if err != nil || strings.Contains(string(manifest), "127.0.0.1") ||
		!strings.Contains(string(manifest), `"judge": "judge-1b"`) {
		t.Errorf("%v: found a manifest with the address, or without the model:\n%s", err, manifest)
	}
	asked.Store(0)
	printed(t, "run", out, "--out", again)
	if page, err := os.ReadFile(filepath.Join(again, "results.csv")); err != nil ||
		!strings.Contains(string(page), "AUTO+judge-1b") {
		t.Errorf("found no AUTO with the judge: %v, %s", err, page)
	}
	sameFiles(t, out, again, judgedFile, resultsFile, manifestFile)
	write(t, filepath.Join(out, judgedFile), []byte("respondent,question,grade\na,b,1\n"))
	refused(t, "run", out)

	if said := failing(t, 2, append([]string{"train", "--approach", "COM", "-m", out, data}, judge...)...); !strings.Contains(said,
		"--judge has no effect on COM, AUTO is needed") || asked.Load() > 0 {
		t.Errorf("found %s after %d requests", said, asked.Load())
	}
	file := filepath.Join(dir, "e.toml")
	write(t, file, fmt.Appendf(nil, "datasets = [%q]\napproach = [\"CBG\"]\ntrials = 1\njudge = %q\n", "csv:"+data, url))
	if said := failing(t, 2, "run", file); !strings.Contains(said, "--judge "+url) || asked.Load() > 0 {
		t.Errorf("found %q after %d requests, expected the flag that names the address", said, asked.Load())
	}
	printed(t, append([]string{"run", file, "--dry-run"}, judge...)...)
	if asked.Load() > 0 {
		t.Errorf("a dry run sent %d requests", asked.Load())
	}
	printed(t, append([]string{"run", file}, judge...)...)
	if asked.Load() == 0 {
		t.Error("lrp run did not ask the judge that the command line names")
	}
	if said := failing(t, 2, append([]string{"eval", data, "--shard", "0/2", "--parts", dir}, judge...)...); !strings.Contains(said, "--judge found with --parts") {
		t.Errorf("found %s", said)
	}
}

// TestJudgeExamples checks that a judge is shown the nearest graded answers of the training part
// and grades by them: one who repeats the grade of the nearest is right where that is the same
// answer. All requests are counted before the first, and the report keeps the predictions.
func TestJudgeExamples(t *testing.T) {
	url, asked := chatServerOf(t, func(p prompted, answer string) float64 {
		if len(p.Examples) != 2 || p.Examples[0].Answer != answer {
			t.Errorf("found the examples %v for %q", p.Examples, answer)
			return 0
		}
		return p.Examples[0].Grade
	})
	dir := t.TempDir()
	data, out, again := filepath.Join(dir, "d.csv"), filepath.Join(dir, "out"), filepath.Join(dir, "again")
	table := "id,Q1,Q2,Q1 score,Q2 score\nmax,,,4,4\n"
	for i := range 24 {
		table += fmt.Sprintf("p%d,%s,%s,%d,%d\n", i, []string{"blue", "green sky", "no idea"}[i%3],
			[]string{"ball", "the dog"}[i/3%2], []int{4, 1, 0}[i%3], []int{4, 0}[i/3%2])
	}
	write(t, data, []byte(table))
	args := []string{"eval", data, "--approach", "CBG", "--trials", "2", "--judge", url, "--cache", "off",
		"--judge-examples", "2", "--format", "csv"}
	limited := failing(t, 1, append(args, "--judge-limit", "1")...)
	if !strings.Contains(limited, "too many requests: ") || asked.Load() > 0 {
		t.Errorf("found %s after %d requests", limited, asked.Load())
	}
	report := printed(t, append(args, "--out", out)...)
	kept, err := os.ReadFile(filepath.Join(out, judgedFile))
	if err != nil || strings.Count(string(kept), "\n") != 1+2*5 || !strings.Contains(report, "judge-1b,external") {
		t.Errorf("found %v, %s\n%s", err, kept, report)
	}
	r, err := errorIn(t, filepath.Join(out, resultsFile), "judge-1b")
	if err != nil || r > 1e-9 {
		t.Errorf("found an RMSE of %v, %v, expected 0", r, err)
	}
	asked.Store(0)
	printed(t, "run", out, "--out", again)
	sameFiles(t, out, again, judgedFile, resultsFile, manifestFile)
	if asked.Load() > 0 {
		t.Errorf("found %d requests of a report that is made again", asked.Load())
	}
	for want, args := range map[string][]string{
		"lrp: --judge-examples found without --judge": {"eval", data, "--judge-examples", "2"},
		"lrp: --judge-examples found with --protocol": append(args, "--seeds", "2"),
	} {
		if said := failing(t, 2, args...); !strings.HasPrefix(said, want) {
			t.Errorf("found %s, want %s", said, want)
		}
	}
	write(t, data, []byte(respondents(1)))
	if said := failing(t, 1, args...); !strings.Contains(said, "found no scores of single answers, expected some") {
		t.Errorf("found %s", said)
	}
}

// sameFiles checks that files of two folders are equal.
func sameFiles(t *testing.T, one, other string, names ...string) {
	t.Helper()
	for _, name := range names {
		a, err1 := os.ReadFile(filepath.Join(one, name))
		b, err2 := os.ReadFile(filepath.Join(other, name))
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: differs: %v, %v", name, err1, err2)
		}
	}
}

// errorIn returns the RMSE of an approach in results.json.
func errorIn(t *testing.T, file, name string) (float64, error) {
	t.Helper()
	text, err := os.ReadFile(file)
	var report struct {
		Datasets []struct {
			Results []struct {
				Approach string
				RMSE     float64 `json:"rmse_mean"`
			}
		}
	}
	if err == nil {
		err = json.Unmarshal(text, &report)
	}
	for _, r := range report.Datasets[0].Results {
		if r.Approach == name {
			return r.RMSE, err
		}
	}
	return 1, err
}

// TestJudgeKilled kills the program while it waits for a reply, and checks that it then asks for no
// grade twice that it had.
func TestJudgeKilled(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("it kills a process")
	}
	dir, third := t.TempDir(), make(chan struct{})
	times := map[string]int{}
	var mu sync.Mutex
	url, _ := chatServer(t, func(question, answer string, _ float64) float64 {
		mu.Lock()
		times[question+answer]++
		n := len(times)
		waits := n == 3 && times[question+answer] == 1
		mu.Unlock()
		if waits {
			close(third)
			time.Sleep(time.Second)
		}
		return 1
	})
	data, out := filepath.Join(dir, "d.csv"), filepath.Join(dir, "out.csv")
	write(t, data, []byte(judgeTable))
	args := []string{"judge", data, "--judge", url, "--cache", dir, "-o", out}
	c := exec.Command("lrp", args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	<-third
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if _, err := os.Stat(out); err == nil {
		t.Error("found the output of a killed program")
	}
	printed(t, args...)
	mu.Lock()
	defer mu.Unlock()
	twice := 0
	for _, n := range times {
		twice += n - 1
	}
	if len(times) != 5 || twice < 1 || twice > 4 { // those, of four at a time, that had no reply yet
		t.Errorf("found the requests %v", times)
	}
}

func TestJudgeName(t *testing.T) {
	for address, want := range map[string]string{"": "", "http://h/v1": "", "http://h/v1#": "", "http://h#m": "m",
		"http://h#a/b/Qwen2.5:7b": "Qwen2.5-7b", "#--é+1/": "", "#_m_": "m_", "#" + strings.Repeat("é", 50): strings.Repeat("é", 40)} {
		name := (&judgeFlags{Judge: address}).judgeName()
		if name != want || name != "" && !systemName().MatchString(name) {
			t.Errorf("%s: found %q, want %q", address, name, want)
		}
	}
}
