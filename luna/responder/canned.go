package responder

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/files"
)

// canned responds from a list of questions and responses.
type canned struct {
	byText map[string]string
	list   []cannedResponse
}

type cannedResponse struct {
	words    map[string]bool // of the question
	response string
}

// minSimilarity is the Dice coefficient from which questions are considered the same.
const minSimilarity = .5

// maxCanned bounds a file of responses, in bytes.
const maxCanned = 64 << 20

func openCanned(path string) (Responder, error) {
	content, err := files.Read(path, maxCanned, "questions with their responses")
	if err != nil {
		return nil, err
	}
	c := &canned{byText: make(map[string]string)}
	n := 0
	for line := range bytes.Lines(bytes.TrimPrefix(content, []byte("\ufeff"))) {
		n++
		text := strings.TrimRight(strings.ToValidUTF8(string(line), "\ufffd"), "\r\n")
		if strings.TrimSpace(text) == "" {
			continue
		}
		if err := c.read(text); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	if len(c.list) == 0 {
		return nil, fmt.Errorf("%s: found no question, expected at least one with its response",
			path)
	}
	return c, nil
}

func (c *canned) read(line string) error {
	if !strings.HasPrefix(line, "{") {
		question, response, ok := strings.Cut(line, "\t")
		if !ok {
			return errors.New("found no tab, expected a question, a tab and its response")
		}
		c.add(question, response)
		return nil
	}
	var l struct{ Question, Response *string }
	if err := json.Unmarshal([]byte(line), &l); err != nil {
		return fmt.Errorf("found what is not JSON, expected {\"question\":…,\"response\":…}: %w",
			err)
	}
	if l.Question == nil || l.Response == nil {
		return errors.New(`found no question and response, expected {"question":…,"response":…}`)
	}
	c.add(*l.Question, *l.Response)
	return nil
}

func (c *canned) add(question, response string) {
	words := wordsOf(question)
	key := strings.Join(words, " ")
	if _, known := c.byText[key]; !known {
		c.byText[key] = response
		c.list = append(c.list, cannedResponse{words: setOf(words), response: response})
	}
}

func (c *canned) Respond(_ context.Context, questions []string) ([]string, error) {
	return eachQuestion(questions, c.response), nil
}

func (c *canned) response(question string) string {
	words := wordsOf(question)
	if r, ok := c.byText[strings.Join(words, " ")]; ok {
		return r
	}
	best, similarity := DontKnow, minSimilarity
	own := setOf(words)
	for _, other := range c.list {
		if d := dice(own, other.words); d > similarity || d == similarity && best == DontKnow {
			best, similarity = other.response, d
		}
	}
	return best
}

// wordsOf returns the runs of letters and digits of a text, in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

func setOf(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

// dice returns the Dice coefficient: twice the number of common words, divided by the sum of the
// sizes.
func dice(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return 2 * float64(common) / float64(max(1, len(a)+len(b)))
}
