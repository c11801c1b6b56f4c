// Package partner defines the flags that choose a conversation partner.
package partner

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/text"
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

// Help returns a description of the values of --responder.
func Help() string {
	var b strings.Builder
	b.WriteString("--responder is one of:\n")
	for _, k := range responder.Kinds() {
		form := k.Form()
		for i, line := range text.Wrap(k.About, 98-column) {
			if i > 0 {
				form = ""
			}
			fmt.Fprintf(&b, "  %-*s%s\n", column-2, form, line)
		}
	}
	b.WriteString("docs/playing.md has the details.")
	return b.String()
}

// column is the column at which the descriptions of responders begin in the help.
const column = 19

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

// Open opens the responder, which the caller must close if it is an io.Closer. Anything ignored in
// its files is reported to warnings.
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

// Converse opens the responder and starts a conversation with it. Closing the conversation closes
// both.
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
