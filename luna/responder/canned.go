package responder

import (
	"context"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/luna/internal/recall"
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

func openCanned(path string) (Responder, error) {
	list, err := recall.List(path)
	if err == nil && len(list) == 0 {
		err = files.New(path, 0, "no question", "at least one with its response")
	}
	if err != nil {
		return nil, err
	}
	c := &canned{byText: make(map[string]string)}
	for _, x := range list {
		c.add(x.Text, x.Reply)
	}
	return c, nil
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
		if d := text.Dice(own, other.words); d > similarity || d == similarity && best == DontKnow {
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
