package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
)

// sent is what the scripted server was asked.
type sent struct {
	Model       string
	Temperature *float64
	Messages    []struct{ Role, Content string }
	Format      struct {
		Schema struct {
			Schema struct{ Required []string }
		} `json:"json_schema"`
	} `json:"response_format"`

	data struct {
		Question string
		Key      []string  `json:"acceptable answers"`
		Top      float64   `json:"highest grade"`
		Examples []Example `json:"graded examples"`
		Answers  []struct{ ID, Answer string }
	}
}

// scripted is a server that replies as a test says: the text of a reply, or what it writes itself.
func scripted(t *testing.T, reply func(s sent, w http.ResponseWriter) string) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var s sent
		if err := json.NewDecoder(r.Body).Decode(&s); err != nil || len(s.Messages) != 2 {
			t.Errorf("found a request of %d messages: %v", len(s.Messages), err)
			return
		}
		if err := json.NewDecoder(strings.NewReader(s.Messages[1].Content)).Decode(&s.data); err != nil {
			t.Errorf("found no data in %q: %v", s.Messages[1].Content, err)
		}
		text := reply(s, w)
		if text == written {
			return
		}
		json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{
			"content": text}}}, "usage": map[string]any{"prompt_tokens": 100, "completion_tokens": 10}})
	}))
	t.Cleanup(server.Close)
	return server.URL + "#m"
}

// written says that the server has written its answer already.
const written = "\x00"

// graded is the right reply, which gives each answer the grade.
func (s sent) graded(grade func(answer string) float64) string {
	grades := map[string]float64{}
	for _, a := range s.data.Answers {
		grades[a.ID] = grade(a.Answer)
	}
	text, _ := json.Marshal(grades)
	return string(text)
}

// length is a grade from 0 to 10 that tells answers apart.
func length(answer string) float64 { return float64(len(answer) % 11) }

// answersOf are answers to one question by people of their own.
func answersOf(texts ...string) (list []Answer) {
	q := &datasets.Question{ID: "q", Text: "Why?", Key: []string{"because"}}
	for i, s := range texts {
		list = append(list, Answer{By: &datasets.Respondent{ID: fmt.Sprint("p", i)}, Question: q, Text: s, Top: 10})
	}
	return list
}

// judgeOf opens a judge that keeps what it says.
func judgeOf(t *testing.T, address string, o Options) (j *Judge, said func() string) {
	var notes []string
	o.Note = func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	j = suite.Must(Open(address, o))(t)
	j.client.First = time.Millisecond
	return j, func() string {
		return regexp.MustCompile(`in \d+ s`).ReplaceAllString(strings.Join(notes, "\n"), "in 0 s")
	}
}

// TestGrade checks what is sent, once for equal answers and not for blank ones, and what is made of
// it.
//
//luna:race
func TestGrade(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	address := scripted(t, func(s sent, _ http.ResponseWriter) string {
		mu.Lock()
		defer mu.Unlock()
		var ids []string
		for _, a := range s.data.Answers {
			asked, ids = append(asked, a.Answer), append(ids, a.ID)
		}
		if s.Model != "m" || s.Temperature == nil || *s.Temperature != 0 || s.data.Question != "Why?" ||
			s.data.Top != 10 || !slices.Equal(s.data.Key, []string{"because"}) ||
			!slices.Equal(ids, s.Format.Schema.Schema.Required) || !strings.HasPrefix(s.Messages[0].Content, "Be kind.") {
			t.Errorf("found the request %+v", s)
		}
		return s.graded(length)
	})
	for batch, requests := range []int{5, 5, 3, 2, 2, 1} {
		asked = nil
		j, said := judgeOf(t, address, Options{Batch: batch, Instructions: "Be kind.", Price: [2]float64{2000, 10000}})
		texts := []string{"a", "bb", " ", "a", "ccc", "", "d\"}\n", "eeeee"}
		grades, err := j.Grade(t.Context(), answersOf(texts...))
		if want := "[0.1 0.2 0 0.1 0.3 0 0.4 0.5]"; err != nil || fmt.Sprint(grades) != want {
			t.Errorf("batch of %d: found %v, %v, want %s", batch, grades, err, want)
		}
		if slices.Sort(asked); strings.Join(asked, " ") != "a bb ccc d\"}\n eeeee" {
			t.Errorf("batch of %d: asked for %q", batch, asked)
		}
		cost := float64(requests) * (100*2000 + 10*10000) / 1e6
		want := fmt.Sprintf("\njudge m: sent %s in 0 s; %d tokens read and %d written, %.4g at the stated price",
			count(requests), 100*requests, 10*requests, cost)
		if got := said(); !strings.HasPrefix(got, "judge m: 5 different answers of 6 respondents go to 127.0.0.1:") ||
			!strings.Contains(got, "a server on this computer; "+count(requests)+", about ") || !strings.HasSuffix(got, want) {
			t.Errorf("batch of %d: found %s\nwant %s", batch, got, want)
		}
	}
}

func count(requests int) string {
	if requests == 1 {
		return "1 request"
	}
	return fmt.Sprint(requests, " requests")
}

// TestFaults checks what is said about each fault of a server, and that the other answers get
// grades.
func TestFaults(t *testing.T) {
	status := func(code int, w http.ResponseWriter) string {
		w.WriteHeader(code)
		io.WriteString(w, "busy")
		return written
	}
	const expected = `, expected {"ID":N,…} with a number from 0 to 10 for each answer`
	for name, c := range map[string]struct {
		reply func(id string, w http.ResponseWriter) string
		want  string
	}{
		"prose": {func(string, http.ResponseWriter) string { return "I would give it a 7." },
			`found the reply "I would give it a 7."` + expected},
		"half": {func(id string, _ http.ResponseWriter) string { return `{"` + id + `":` },
			`found half a reply, "{\"ID\":"` + expected},
		"unclosed": {func(id string, _ http.ResponseWriter) string { return `{"` + id + `": 7` },
			`found half a reply, "{\"ID\": 7"` + expected},
		"beyond": {func(id string, _ http.ResponseWriter) string { return `{"` + id + `": 120}` },
			`found the grade 120` + expected},
		"below": {func(id string, _ http.ResponseWriter) string { return `{"` + id + `": -1}` },
			`found the grade -1` + expected},
		"empty":   {func(string, http.ResponseWriter) string { return "\n" }, `found an empty reply` + expected},
		"thought": {func(string, http.ResponseWriter) string { return "<think>hm" }, `found an empty reply` + expected},
		"none":    {func(string, http.ResponseWriter) string { return `{}` }, `found no grade of ID` + expected},
		"other": {func(string, http.ResponseWriter) string { return `{"a1":7}` },
			`found a grade of "a1"` + expected},
		"twice": {func(id string, _ http.ResponseWriter) string { return `{"` + id + `":1,"` + id + `":2}` },
			`found two grades of one answer` + expected},
		"text": {func(id string, _ http.ResponseWriter) string { return `{"` + id + `":"7"}` },
			`found a grade that is no number, in "{\"ID\":\"7\"}"` + expected},
		"null": {func(id string, _ http.ResponseWriter) string { return `{"` + id + `":null}` },
			`found a grade that is no number, in "{\"ID\":null}"` + expected},
		"NaN": {func(id string, _ http.ResponseWriter) string { return `{"` + id + `":NaN}` },
			`found half a reply, "{\"ID\":NaN}"` + expected},
		"more": {func(id string, _ http.ResponseWriter) string { return `{"` + id + `":7} as asked` },
			`found more than one object, "{\"ID\":7} as asked"` + expected},
		"list":   {func(string, http.ResponseWriter) string { return `[7]` }, `found the reply "[7]"` + expected},
		"500":    {func(_ string, w http.ResponseWriter) string { return status(500, w) }, "found status 500, expected 200: busy"},
		"413":    {func(_ string, w http.ResponseWriter) string { return status(413, w) }, "found status 413, expected 200: busy"},
		"no API": {func(_ string, w http.ResponseWriter) string { io.WriteString(w, "<p>"); return written }, `found the answer "<p>", expected {"choices":[{"message":{"content":…: invalid character '<' looking for beginning of value`},
		"silence": {func(string, http.ResponseWriter) string { time.Sleep(300 * time.Millisecond); return "" },
			"no answer within 100ms"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int32
			var id atomic.Value
			address := scripted(t, func(s sent, w http.ResponseWriter) string {
				if s.data.Answers[0].Answer != "bad" {
					return s.graded(length)
				}
				asked.Add(1)
				id.Store(s.data.Answers[0].ID)
				return c.reply(s.data.Answers[0].ID, w)
			})
			j, said := judgeOf(t, address, Options{Timeout: 100 * time.Millisecond, Parallel: 1})
			grades, err := j.Grade(t.Context(), answersOf("good", "bad", "fine!"))
			if err != nil || grades[0] != 0.4 || !math.IsNaN(grades[1]) || grades[2] != 0.5 {
				t.Errorf("found %v, %v", grades, err)
			}
			tries := map[string]int32{"500": 8}
			if want := max(2, tries[name]); asked.Load() != want {
				t.Errorf("asked %d times, want %d", asked.Load(), want)
			}
			want := "\nwarning: judge m: 1 of 3 different answers have no grade; the first reason: " + strings.ReplaceAll(c.want, "ID", id.Load().(string))
			if !strings.HasSuffix(said(), want) {
				t.Errorf("found %s\nwant %s", said(), want)
			}
		})
	}
}

// TestMended checks faults that a second attempt mends.
func TestMended(t *testing.T) {
	var asked atomic.Int32
	address := scripted(t, func(s sent, w http.ResponseWriter) string {
		switch asked.Add(1) {
		case 1:
			w.Header().Set("Retry-After", "0.05")
			w.WriteHeader(http.StatusTooManyRequests)
			return written
		case 2:
			return "Sure! Here it is"
		}
		if !strings.HasSuffix(s.Messages[1].Content, again) {
			t.Errorf("found the last request %q", s.Messages[1].Content)
		}
		return "<think>3?</think>\n```json\n" + s.graded(length) + "\n```\n"
	})
	j, said := judgeOf(t, address, Options{})
	start := time.Now()
	grades, err := j.Grade(t.Context(), answersOf("abc"))
	if err != nil || fmt.Sprint(grades) != "[0.3]" || time.Since(start) < 50*time.Millisecond {
		t.Errorf("found %v, %v after %v", grades, err, time.Since(start))
	}
	if !strings.Contains(said(), "sent 2 requests") || strings.Contains(said(), "warning") {
		t.Errorf("found %s", said())
	}
}

// TestBatchFallsApart checks that one answer that spoils the reply to several costs no other its
// grade.
func TestBatchFallsApart(t *testing.T) {
	address := scripted(t, func(s sent, _ http.ResponseWriter) string {
		for _, a := range s.data.Answers {
			if a.Answer == "bad" {
				return "no"
			}
		}
		return s.graded(length)
	})
	j, said := judgeOf(t, address, Options{Batch: 10})
	grades, err := j.Grade(t.Context(), answersOf("a", "bad", "ccc"))
	if err != nil || fmt.Sprint(grades) != "[0.1 NaN 0.3]" || !strings.Contains(said(), "1 of 3 different answers") {
		t.Errorf("found %v, %v\n%s", grades, err, said())
	}
}

// TestReadSeveral checks that a reply to several answers has a grade of each and of no other.
func TestReadSeveral(t *testing.T) {
	q := &request{content: content{Top: 10, Answers: []entry{{ID: "a1-x"}, {ID: "a11-x"}}}}
	for reply, want := range map[string]string{
		`{"a11-x":5,"a1-x":2.5}`:            "[0.25 0.5] <nil>",
		`{"a11-x":5}`:                       "[] found no grade of a1-x, expected",
		`{"a1-x":5}`:                        "[] found no grade of a11-x, expected",
		`{"a1-x":1,"b":5}`:                  "[] found a grade of \"b\", expected",
		`{"a1-x":1,"a11-x":1,"b":5}`:        "[] found a grade of \"b\", expected",
		`{"a11-x":1,"a1-x":1,"a11-x":null}`: "[] found two grades of one answer, expected",
		`{"a1-x":1,"a11-x":1e999}`:          "[] found a grade that is no number, in",
	} {
		grades, err := q.read(reply)
		if got := fmt.Sprint(grades, " ", err); !strings.HasPrefix(got, want) {
			t.Errorf("%s: found %s, want %s", reply, got, want)
		}
	}
}

// TestGivesUp checks which errors end it all.
func TestGivesUp(t *testing.T) {
	many := make([]string, 50)
	for i := range many {
		many[i] = fmt.Sprint("answer ", i)
	}
	for code, want := range map[int]string{
		401: "judge m: found status 401, expected 200; the environment variable LUNA_CHAT_KEY is not set; no grades are kept",
		404: "judge m: found status 404, expected 200; no grades are kept",
		400: "judge m: found status 400, expected 200; no grades are kept",
		200: `judge m: no answer has a grade: found the reply "hm", expected`,
	} {
		var asked atomic.Int32
		address := scripted(t, func(_ sent, w http.ResponseWriter) string {
			asked.Add(1)
			if code == 200 {
				return "hm"
			}
			w.WriteHeader(code)
			return written
		})
		j, _ := judgeOf(t, address, Options{Parallel: 1})
		_, err := j.Grade(t.Context(), answersOf(many...))
		if err == nil || !strings.HasPrefix(err.Error(), want) || code != 200 && asked.Load() > 2*patience {
			t.Errorf("found %v after %d requests, want %s", err, asked.Load(), want)
		}
	}
	for _, address := range []string{"", "h", "http://h", "ftp://h#m", "http://h/v1#"} {
		if _, err := Open(address, Options{}); err == nil || !strings.HasSuffix(err.Error(), "v1#MODEL") {
			t.Errorf("%q: found %v", address, err)
		}
	}
}

// TestCache checks that an interrupted call goes on where it stopped, also after a torn line, that
// other instructions and other models are other requests, and that a limit counts only new ones.
func TestCache(t *testing.T) {
	var asked atomic.Int32
	stop := int32(3)
	address := scripted(t, func(s sent, w http.ResponseWriter) string {
		if asked.Add(1) > stop {
			w.WriteHeader(http.StatusForbidden)
			return written
		}
		return s.graded(length)
	})
	dir, texts := t.TempDir(), answersOf("a", "bb", "ccc", "dddd", "eeeee")
	o := Options{Cache: dir, Parallel: 1}
	j, _ := judgeOf(t, address, o)
	if _, err := j.Grade(t.Context(), texts); err == nil ||
		!strings.HasSuffix(err.Error(), "; the grades so far are kept, and the same command asks for the rest") {
		t.Errorf("found %v", err)
	}
	files := suite.Must(filepath.Glob(filepath.Join(dir, "*.jsonl")))(t)
	kept := suite.Must(os.ReadFile(files[0]))(t)
	if len(files) != 1 || strings.Count(string(kept), "\n") != 3 || strings.Contains(string(kept), "ccc") {
		t.Errorf("found the files %q, %s", files, kept)
	}
	if err := os.WriteFile(files[0], append([]byte("x\n{\"prompt\":7}\n"), kept[:len(kept)-20]...), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Limit = 2
	j, _ = judgeOf(t, address, o)
	_, err := j.Grade(t.Context(), texts)
	if !errors.Is(err, ErrLimit) || err.Error() !=
		"judge m: too many requests: 3 are needed, 2 more are cached, and 2 may be sent" {
		t.Errorf("found %v", err)
	}
	asked.Store(0)
	o.Limit = 3
	for range 2 { // the second time all are cached
		j, said := judgeOf(t, address, o)
		grades, err := j.Grade(t.Context(), texts)
		if err != nil || fmt.Sprint(grades) != "[0.1 0.2 0.3 0.4 0.5]" || asked.Load() != 3 {
			t.Errorf("found %v, %v after %d requests\n%s", grades, err, asked.Load(), said())
		}
	}
	stop = 99
	for _, x := range []struct{ address, instructions string }{{address, "other"}, {address + "2", ""}} {
		asked.Store(0)
		o.Limit, o.Instructions = 0, x.instructions
		j, _ := judgeOf(t, x.address, o)
		if _, err := j.Grade(t.Context(), texts); err != nil || asked.Load() != 5 {
			t.Errorf("%v: found %v after %d requests", x, err, asked.Load())
		}
	}
	j, said := judgeOf(t, address, Options{Cache: files[0]})
	if _, err := j.Grade(t.Context(), texts); err != nil || !strings.HasPrefix(said(), "grades are not kept for later: ") {
		t.Errorf("found %v, %s", err, said())
	}
}

// TestLimitOfRepeats checks that a limit leaves room for each answer's first request.
func TestLimitOfRepeats(t *testing.T) {
	var asked atomic.Int32
	address := scripted(t, func(sent, http.ResponseWriter) string { asked.Add(1); return "no" })
	j, _ := judgeOf(t, address, Options{Limit: 4})
	if _, err := j.Grade(t.Context(), answersOf("a", "b", "c")); err == nil || asked.Load() != 4 {
		t.Errorf("found %v after %d requests", err, asked.Load())
	}
}
