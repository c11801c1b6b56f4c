package responder

import (
	"context"
	mathrand "math/rand/v2"

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
