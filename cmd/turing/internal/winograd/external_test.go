package winograd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/luna/responder"
)

// solve opens a solver and returns its answers as letters, with what was left out.
func solve(t *testing.T, spec string, problems []wsc.Problem) (letters string, left []string, err error) {
	t.Helper()
	s := suite.Must(Open(spec, 1))(t)
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	answers := wsc.Output{}.Answers(len(problems))
	err = Answer(ctx, s, problems, answers, func(err error) { left = append(left, err.Error()) })
	for _, a := range answers {
		letters += wsc.Letter(a)
	}
	return letters, left, err
}

func TestOpenRefuses(t *testing.T) {
	for _, spec := range []string{"", "best", "first:x", "random:1", "command:", "command: ", "http:",
		"http://", "chat:", "chat:x", "First"} {
		suite.Is(t, spec, suite.Err(Open(spec, 1)), ErrSpec)
	}
}

// script writes a shell script that runs a body for each line of its input, in which n is the
// number of the problem.
func script(t *testing.T, body string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs of this test are shell scripts")
	}
	path := filepath.Join(t.TempDir(), "solve.sh")
	text := "while read -r line; do n=${line#*:}; n=${n%%,*}\n" + body + "\ndone\n"
	suite.OK(t, os.WriteFile(path, []byte(text), 0o600))
	return "command:sh " + path
}

func TestCommand(t *testing.T) {
	problems := sample(t, "schemas.xml")
	seen := filepath.Join(t.TempDir(), "seen")
	letters, unclear, err := solve(t, script(t, `printf '%s\n' "$line" >>`+seen+`
case $n in 3) a="the answer is B";; 4) a="";; 5) a=C;; 6) a="the climbers";; *) a=A;; esac
echo "{\"number\":$n,\"answer\":\"$a\"}"`), problems)
	suite.OK(t, err)
	suite.Equal(t, "the result", letters, "AAB--BAAAAAAAAAA")
	suite.Equal(t, "the result", unclear, []string{`problem 4: the answer "" names no single candidate`,
		`problem 5: the answer "C" names no single candidate`})
	data := suite.Must(os.ReadFile(seen))(t)
	lines := strings.Split(string(data), "\n")
	suite.Equal(t, "the result", lines[0], `{"number":1,"text":"The jug would not go into the basket because it was too wide.",`+
		`"before":"The jug would not go into the basket because","pronoun":"it","after":"was too wide.",`+
		`"excerpt":"it was too wide","candidates":["the jug","the basket"],"same_text":false}`)
	suite.Equal(t, "the result", len(lines), len(problems)+1)
}

func TestCommandsThatFail(t *testing.T) {
	suite.Slow(t, "waits for a time limit")
	problems := sample(t, "pdp.xml")
	for body, want := range map[string]string{
		`exit 3`:      "it ended or closed its output",
		`echo hello`:  "expected a line of JSON",
		`echo "{}"`:   "found an answer to problem 0, expected one to problem 1",
		`echo "null"`: "found an answer to problem 0",
		`[ $n = 2 ] && exit; echo "{\"number\":$n,\"answer\":\"A\"}"`: "problem 2: ",
	} {
		_, left, err := solve(t, script(t, body), problems)
		if len(left) == 0 || !strings.HasPrefix(left[0], "problem") || !strings.Contains(left[0], want) {
			t.Errorf("%s: found the errors %q and %v, expected %s", body, left, err, want)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	s := suite.Must(Open(script(t, "sleep 100"), 1))(t)
	defer s.Close()
	if err := Answer(ctx, s, problems, wsc.Output{}.Answers(len(problems)), nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a program that does not answer: found the error %v", err)
	}
}

func TestService(t *testing.T) {
	problems := sample(t, "pdp.xml")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var got map[string]any
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil || r.Method != http.MethodPost {
			t.Errorf("found %s with %v (%v)", r.Method, got, err)
		}
		for _, name := range []string{"right", "correctAnswer", "humans"} {
			if _, told := got[name]; told {
				t.Errorf("the service is told %s", name)
			}
		}
		fmt.Fprintf(w, `{"number":%v,"answer":"B"}`, got["number"])
	}))
	defer server.Close()
	letters, _, err := solve(t, server.URL, problems)
	suite.OK(t, err)
	suite.Equal(t, "the result", letters, strings.Repeat("B", len(problems)))

	for answer, want := range map[string]string{
		"no":                        "expected JSON",
		`{"number":2,"answer":"A"}`: "found an answer to problem 2, expected one to problem 1",
		"status":                    "found status 418, expected 200",
	} {
		bad := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if answer == "status" {
				w.WriteHeader(http.StatusTeapot)
			}
			io.WriteString(w, answer)
		}))
		_, left, err := solve(t, bad.URL, problems)
		bad.Close()
		if err == nil || len(left) == 0 || !strings.Contains(left[0], want) {
			t.Errorf("%s: found the errors %q and %v, expected %s", answer, left, err, want)
		}
	}
}

// TestChat asks a server with the interface of chat completions.
func TestChat(t *testing.T) {
	problems := sample(t, "schemas.xml")[:3]
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var got struct {
			Model    string
			Messages []struct{ Role, Content string }
		}
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Error(err)
		}
		if len(got.Messages) != 2 || got.Messages[0].Content != ChatSystem ||
			got.Messages[1].Content != Ask(problems[n]) || got.Model != "m" {
			t.Errorf("found the messages %v to %s", got.Messages, got.Model)
		}
		reply := []string{"**B**", "<think>A? B?</think>A.", "I cannot tell."}[n]
		n++
		fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%q}}]}`, reply)
	}))
	defer server.Close()
	letters, unclear, err := solve(t, "chat:"+server.URL+"#m", problems)
	suite.OK(t, err)
	suite.Equal(t, "the result", letters, "BA-")
	suite.Equal(t, "the result", unclear, []string{`problem 3: the answer "I cannot tell." names no single candidate`})
}

// closer is a responder that remembers whether it was closed.
type closer struct {
	responder.Responder
	closed bool
}

func (c *closer) Close() error {
	c.closed = true
	return nil
}

// replies is a responder that gives its texts in turn, and an error for an empty one.
type replies struct{ texts []string }

func (s *replies) Respond(context.Context, []string) ([]string, error) {
	text := s.texts[0]
	if s.texts = s.texts[1:]; text == "" {
		return nil, errors.New("the reply is empty")
	}
	return []string{text}, nil
}

// TestBadReplies checks that one is left out and that the third in a row ends the work, which keeps
// the answers so far, and that only problems without an answer are asked.
func TestBadReplies(t *testing.T) {
	problems := sample(t, "pdp.xml")
	var left []string
	r := FromResponder(&replies{strings.Split("B,,hm,,,,A,A,A,A,A,A", ",")})
	answers := wsc.Output{}.Answers(len(problems))
	answers[2] = 1
	err := Answer(t.Context(), r, problems, answers, func(err error) { left = append(left, err.Error()) })
	if err == nil || err.Error() != "problem 7: the reply is empty" {
		t.Errorf("found the error %v", err)
	}
	suite.Equal(t, "the result", answers, []int{1, -1, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1})
	suite.Equal(t, "the result", left, []string{"problem 2: the reply is empty",
		`problem 4: the answer "hm" names no single candidate`, "problem 5: the reply is empty",
		"problem 6: the reply is empty"})
}

func TestFromResponder(t *testing.T) {
	r := &closer{Responder: responder.Fixed("Z")}
	if err := FromResponder(r).Close(); err != nil || !r.closed {
		t.Errorf("the responder is not closed (%v)", err)
	}
	if err := FromResponder(responder.Fixed("Z")).Close(); err != nil {
		t.Error(err)
	}
	problems := sample(t, "pdp.xml")
	answers := wsc.Output{}.Answers(len(problems))
	n := 0
	err := Answer(t.Context(), FromResponder(responder.Fixed("Old Tom, I think.")), problems, answers,
		func(error) { n++ })
	suite.OK(t, err)
	suite.Equal(t, "the result", answers, []int{-1, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1})
	suite.Equal(t, "the result", n, 9)
}
