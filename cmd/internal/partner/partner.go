// Package partner has the flags that choose a conversation partner.
package partner

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/responder"
)

// Flags choose a responder.
type Flags struct {
	// Spec describes the responder; see [responder.Open].
	Spec    string
	chat    string
	options responder.Options
	flags   *pflag.FlagSet
}

// Help describes the values of --responder.
const Help = `--responder is one of:
  fixed:TEXT       TEXT to every question
  simple           "Hmmm... That's an interesting question." to every question
  canned:FILE      the response to the nearest question of a list, in JSON lines
                   {"question":…,"response":…} or separated by tabs
  eliza[:SCRIPT]   rules over keywords, after Weizenbaum (1966)
  aiml[:PATH]      categories in AIML 1.0, in a file or a folder
  retrieval:PATH   what somebody replied to the most similar text, in logs of Turing Trade or
                   in lists as for canned; a file or a folder
  chat:URL[#MODEL] a language model, by a server with OpenAI's chat completions; the
                   environment variable LUNA_CHAT_KEY has the key, if it needs one
  command:COMMAND  a program that keeps running, reads a line {"id":…,"questions":[…]} per
                   request, and writes a line {"id":…,"responses":[…]}
  http:URL         a service that receives the same JSON by POST
  gibberish        random characters
docs/playing.md has the details.`

// Register defines the flags.
func (f *Flags) Register(flags *pflag.FlagSet, spec string) {
	flags.StringVar(&f.Spec, "responder", spec, "who answers: `KIND` or KIND:WHAT, see above")
	f.flags = flags
	flags.StringVar(&f.chat, "chat", "",
		"`URL` of a server of a language model, the same as --responder chat:URL")
	flags.StringVar(&f.options.ChatModel, "chat-model", "", "`NAME` of the model for --chat")
	flags.StringVar(&f.options.ChatSystem, "chat-system", "",
		"system prompt for --chat (default: to chat as a person in a Turing test)")
}

// Open opens the responder. Its owner closes it, if it is an io.Closer.
// What is ignored in its files is written to warnings.
func (f *Flags) Open(warnings io.Writer) (responder.Responder, error) {
	spec, flag := f.Spec, "--"
	if f.chat != "" {
		if f.flags.Changed("responder") {
			return nil, cli.Usagef("--chat and --responder both say who answers: give one of them")
		}
		spec, flag = "chat:"+f.chat, "--chat: "
	}
	f.options.Warn = func(text string) { fmt.Fprintln(warnings, "warning:", text) }
	r, err := f.options.Open(spec)
	if errors.Is(err, responder.ErrSpec) {
		return nil, cli.Usage(fmt.Errorf("%s%w", flag, err))
	}
	return r, err
}

// Converse opens the responder and starts a conversation with it, which closes both.
func (f *Flags) Converse(warnings io.Writer, seed uint64) (responder.Conversation, error) {
	r, err := f.Open(warnings)
	if err != nil {
		return nil, err
	}
	return conversation{responder.Converse(r, seed), r}, nil
}

type conversation struct {
	responder.Conversation
	with responder.Responder
}

func (c conversation) Close() error {
	err := c.Conversation.Close()
	if closer, ok := c.with.(io.Closer); ok {
		err = errors.Join(err, closer.Close())
	}
	return err
}
