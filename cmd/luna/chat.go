package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/partner"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/typing"
)

type chatFlags struct {
	partner partner.Flags
	seed    uint64
	typing  bool
}

func chatCommand() *cobra.Command {
	var f chatFlags
	c := &cobra.Command{
		Use:   "chat",
		Short: "chat with a responder",
		Long: `Chat holds a conversation with a responder: it reads lines from standard input and prints
the reply to each. It ends with its input.

` + partner.Help(),
		Example: `  luna chat
  luna chat --responder chat:http://127.0.0.1:11434#llama3.2 --typing
  echo 'Are you human?' | luna chat --responder simple`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	f.partner.Register(flags, "eliza")
	flags.BoolVar(&f.typing, "typing", false, "reply after the time that a person takes to type")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of the random choices (default: a random one)")
	return c
}

// maxChatLine is the maximum length of an input line, in bytes.
const maxChatLine = 64 << 10

func (f *chatFlags) run(c *cobra.Command) error {
	if !c.Flags().Changed("seed") {
		f.seed = rand.Uint64()
	}
	talk, err := f.partner.Converse(c.ErrOrStderr(), f.seed)
	if err != nil {
		return err
	}
	defer talk.Close()
	rng := numbers.Stream(f.seed, "luna/chat/typing", 0)
	person := typing.Draw(rng)
	prompt := func() {}
	if in, ok := c.InOrStdin().(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		prompt = func() { fmt.Fprint(c.ErrOrStderr(), "> ") }
	}
	in := files.NewScanner(c.InOrStdin(), "standard input", maxChatLine)
	for prompt(); in.Scan(); prompt() {
		text := in.Text()
		if strings.TrimSpace(text) == "" {
			continue
		}
		reply, err := talk.Reply(c.Context(), text)
		if err != nil {
			return err
		}
		if f.typing {
			if err := parallel.Sleep(c.Context(), person.Delay(rng, text, reply)); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(c.OutOrStdout(), reply); err != nil {
			return err
		}
	}
	return in.Err()
}
