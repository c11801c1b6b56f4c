package responder

import (
	"context"
	mathrand "math/rand/v2"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/luna/internal/recall"
	"github.com/luna-rating/luna/luna/responder/internal/aiml"
	"github.com/luna-rating/luna/luna/responder/internal/eliza"
)

// openEliza opens a script, by default the one of package eliza.
func openEliza(path string) (Responder, error) {
	if path == "" {
		return local(func(seed uint64) talker { return eliza.Default().Converse(seed) }), nil
	}
	script, err := eliza.Open(path)
	if err != nil {
		return nil, err
	}
	return local(func(seed uint64) talker { return script.Converse(seed) }), nil
}

// talker is a conversation that needs nothing outside the program.
type talker interface{ Reply(text string) string }

// local is a responder that starts conversations with talkers.
type local func(seed uint64) talker

// Respond asks all the questions in a new conversation.
func (l local) Respond(_ context.Context, questions []string) ([]string, error) {
	talk := l(mathrand.Uint64())
	return eachQuestion(questions, func(q string) string {
		return Tidy(talk.Reply(Tidy(q, maxText)), maxReply)
	}), nil
}

// Converse implements [Converser].
func (l local) Converse(seed uint64) Conversation { return localConversation{l(seed)} }

type localConversation struct{ talker }

func (l localConversation) Reply(ctx context.Context, text string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	return l.talker.Reply(text), nil
}

// Resume implements [Resumer]. A talker that cannot be told what was said finds the same replies
// again.
func (l localConversation) Resume(history []Turn) {
	told, ok := l.talker.(interface{ Said(text, reply string) })
	for _, t := range history {
		if ok {
			told.Said(t.Question, t.Response)
		} else {
			l.talker.Reply(t.Question)
		}
	}
}

func (localConversation) Close() error { return nil }

// openAIML opens a file or a folder of categories, by default those of package aiml.
func openAIML(path string, o Options) (Responder, error) {
	if path == "" {
		return local(func(seed uint64) talker { return aiml.Default().Converse(seed) }), nil
	}
	set, err := aiml.Open(path)
	if err != nil {
		return nil, err
	}
	if o.Warn != nil {
		for _, w := range set.Warnings {
			o.Warn(w)
		}
	}
	return local(func(seed uint64) talker { return set.Converse(seed) }), nil
}

// openRetrieval opens a file or a folder of earlier conversations.
func openRetrieval(path string) (Responder, error) {
	m, err := recall.Open(path)
	if err != nil {
		return nil, err
	}
	return local(func(seed uint64) talker { return m.Converse(seed) }), nil
}

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
