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
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/doctor"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/server"
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
vectors, AUTO's prior, samples) by size and SHA-256 and measures how long each takes to load, serves
a new rating system on a free port of this machine for a moment and registers a guest there, and
tries to write to the current and to the temporary folder. If a check fails, it says what to do and
exits with status 1.`,
		func(ctx context.Context) []doctor.Check { return []doctor.Check{servingCheck(ctx)} })
}

// servingCheck serves a rating system with a database in the temporary folder.
func servingCheck(ctx context.Context) doctor.Check {
	c := doctor.Check{Name: "rating system", Status: "failed",
		Hint: "allow programs on this machine to serve at 127.0.0.1 and to write to the temporary folder"}
	began := time.Now()
	if err := serveOneGuest(ctx); err != nil {
		c.Found = err.Error()
		return c
	}
	return doctor.Check{Name: c.Name, Status: "ok", Seconds: doctor.Since(began),
		Found: "a guest registered at a new one"}
}

func serveOneGuest(ctx context.Context) (err error) {
	dir, err := os.MkdirTemp("", "luna-doctor-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	o := server.Defaults()
	o.DB, o.Log = filepath.Join(dir, "luna.db"), slog.New(slog.DiscardHandler)
	s, err := server.Open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	serving, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- s.Serve(serving, l) }()
	defer func() { stop(); err = errors.Join(err, <-done) }()
	guest, err := client.New(fmt.Sprintf("http://%s", l.Addr()), "",
		client.Options{HTTP: httpx.Client(nil), Patience: -1})
	if err == nil {
		_, err = guest.RegisterGuest(ctx)
	}
	return err
}
