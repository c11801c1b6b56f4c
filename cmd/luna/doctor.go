package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/doctor"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/server"
)

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
