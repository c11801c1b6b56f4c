package player

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"unicode"
)

// Canned responds from a list of questions and responses: to a question of the list with its response, to another one with that of the nearest, by
// the words that they share, and where none shares half of its words with [DontKnow].
type Canned struct {
	byText map[string]string
	list   []canned
}

type canned struct {
	words    map[string]bool
	response string
}

// nearEnough is the share of words, by Dice's coefficient, from which on questions are taken for the same.
const nearEnough = .5

// OpenCanned reads a list from a file: JSON lines {"question":"…","response":"…"}, or a question and its response a line with a tab between.
// The first response to a question counts. Empty lines are passed over.
func OpenCanned(path string) (*Canned, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &Canned{byText: make(map[string]string)}
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
		return nil, fmt.Errorf("%s: found no question, expected at least one with its response", path)
	}
	return c, nil
}

func (c *Canned) read(line string) error {
	if !strings.HasPrefix(line, "{") {
		question, response, ok := strings.Cut(line, "\t")
		if !ok {
			return fmt.Errorf("found no tab, expected a question, a tab and its response")
		}
		c.add(question, response)
		return nil
	}
	var l struct{ Question, Response *string }
	if err := json.Unmarshal([]byte(line), &l); err != nil {
		return fmt.Errorf("found what is not JSON, expected {\"question\":…,\"response\":…}: %w", err)
	}
	if l.Question == nil || l.Response == nil {
		return fmt.Errorf("found no question and response, expected {\"question\":…,\"response\":…}")
	}
	c.add(*l.Question, *l.Response)
	return nil
}

func (c *Canned) add(question, response string) {
	words := wordsOf(question)
	key := strings.Join(words, " ")
	if _, known := c.byText[key]; !known {
		c.byText[key] = response
		c.list = append(c.list, canned{words: setOf(words), response: response})
	}
}

// Respond implements [Responder].
func (c *Canned) Respond(_ context.Context, questions []string) ([]string, error) {
	list := make([]string, len(questions))
	for i, q := range questions {
		list[i] = c.response(q)
	}
	return list, nil
}

func (c *Canned) response(question string) string {
	words := wordsOf(question)
	if r, ok := c.byText[strings.Join(words, " ")]; ok {
		return r
	}
	best, nearest := string(DontKnow), nearEnough
	own := setOf(words)
	for _, other := range c.list {
		if d := dice(own, other.words); d > nearest || d == nearest && best == string(DontKnow) {
			best, nearest = other.response, d
		}
	}
	return best
}

// wordsOf are a text's runs of letters and digits, in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func setOf(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

// dice is twice the number of common words over the number of words of both.
func dice(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return 2 * float64(common) / float64(max(1, len(a)+len(b)))
}
