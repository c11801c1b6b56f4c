// Luna serves rating systems of the Luna Game and runs machine players.
//
//	luna serve --db FILE       serve a rating system: web pages and an API for machines
//	luna play --server URL     run a machine player that uses Luna Rating Prediction
//	luna help                  all commands
//
// Results go to standard output, progress and warnings to standard error. The exit status is 0 on
// success, 1 after a failure and 2 after a usage error. Errors are reported on one line that starts
// with "luna: ".
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/doctor"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/responder"
)

func main() { cli.Main(run) }

// run executes the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Program{AsUsage: cure}.Execute(ctx, rootCommand(), args, stdin, stdout, stderr)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "luna",
		Short: "the Luna Game: guess how smart others are by asking them five questions",
		Long: `luna plays the Luna Game: two players, people or machines, ask each other five questions and guess
each other's Smarts Rating, a number from 0 to 100.`,
		Example: `  luna serve --db luna.db
  luna practice
  luna play --server http://127.0.0.1:8414 --games 3
  luna help play`,
		Version: lrp.Version(),
	}
	cli.Group(root, "Play", practiceCommand(), playCommand(), botCommand(), chatCommand())
	cli.Group(root, "Host a rating system", serveCommand(), machineCommand(),
		adminCommand(), exportCommand())
	cli.Group(root, "Research", simulateCommand(), tradeCommand(), statsCommand())
	cli.About(root, manual, doctorCommand(), cli.HealthCheckCommand("http://127.0.0.1:8080/healthz"))
	return root
}

var manual = cli.Manual{
	Title: "The Luna Game",
	Environment: []cli.Variable{
		{Name: tokenVariable, Description: "The token of a player, instead of --token."},
		{Name: responder.ChatKeyVariable,
			Description: "The key of the server of --responder chat:URL."},
		{Name: smtpVariable, Description: "The mail server of luna serve, instead of --smtp."},
	},
}

// cure adds advice to errors of the server on what to do about them.
func cure(err error) error {
	if e, ok := errors.AsType[*client.Error](err); ok && e.Status == http.StatusUnauthorized {
		return fmt.Errorf("%w; without a token the player registers anew, and 'luna machine revoke "+
			"NAME --db FILE' makes a new token", err)
	}
	return err
}

func doctorCommand() *cobra.Command {
	return doctor.Command(`Doctor prints versions and processors, verifies the embedded resources (WordNet, word counts, word
vectors, AUTO's prior, samples) by size and SHA-256 and measures how long each takes to load, and
tries to write to the current and to the temporary folder. If a check fails, it says what to do and
exits with status 1.`,
		func(context.Context) []doctor.Check { return nil })
}
