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
	s, closing, err := Open(spec, 1, nil)
	suite.OK(t, err)
	defer closing()
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
		_, _, err := Open(spec, 1, nil)
		suite.Is(t, spec, err, responder.ErrSpec)
	}
}

// TestPrograms asks a program and a service, which are responders and get the problems in words.
func TestPrograms(t *testing.T) {
	problems := sample(t, "schemas.xml")[:3]
	answer := func(request []byte) []byte {
		var got struct {
			ID        string
			Questions []string
		}
		if err := json.Unmarshal(request, &got); err != nil || len(got.Questions) != 1 {
			t.Errorf("found the request %s (%v)", request, err)
		}
		reply := "A"
		if got.Questions[0] == Ask(problems[1]) {
			reply = "the basket"
		}
		data, _ := json.Marshal(map[string]any{"id": got.ID, "responses": []string{reply}})
		return data
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		w.Write(answer(data))
	}))
	defer server.Close()
	letters, _, err := solve(t, server.URL, problems)
	suite.OK(t, err)
	suite.Equal(t, "the answers of a service", letters, "ABA")

	if runtime.GOOS == "windows" {
		return // the program is a shell script
	}
	path := filepath.Join(t.TempDir(), "solve.sh")
	suite.OK(t, os.WriteFile(path, []byte(`while read -r line; do id=${line#*:}; id=${id%%,*}
case $line in *narrow*) a="the basket";; *) a=A;; esac
echo "{\"id\":$id,\"responses\":[\"$a\"]}"; done`), 0o600))
	letters, _, err = solve(t, "command:sh "+path, problems)
	suite.OK(t, err)
	suite.Equal(t, "the answers of a program", letters, "ABA")
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
		if len(got.Messages) != 2 || got.Messages[0].Content != chatSystem ||
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
	r := fromResponder(&replies{strings.Split("B,,hm,,,,A,A,A,A,A,A", ",")})
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
	problems := sample(t, "pdp.xml")
	answers := wsc.Output{}.Answers(len(problems))
	n := 0
	err := Answer(t.Context(), fromResponder(responder.Fixed("Old Tom, I think.")), problems, answers,
		func(error) { n++ })
	suite.OK(t, err)
	suite.Equal(t, "the result", answers, []int{-1, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1})
	suite.Equal(t, "the result", n, 9)
}
