package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
	"google.golang.org/grpc"
)

const workerCommand = "worker" // which a pool starts

// pool starts this program as a worker whenever a runner asks for one.
type pool struct {
	fnpb.UnimplementedBeamFnExternalWorkerPoolServer
	ctx  context.Context
	self string
}

// StartWorker implements [fnpb.BeamFnExternalWorkerPoolServer].
func (p *pool) StartWorker(
	_ context.Context, asked *fnpb.StartWorkerRequest,
) (*fnpb.StartWorkerResponse, error) {
	c := exec.CommandContext(p.ctx, p.self, workerCommand, "--id="+asked.GetWorkerId(),
		"--control_endpoint="+asked.GetControlEndpoint().GetUrl(),
		"--logging_endpoint="+asked.GetLoggingEndpoint().GetUrl())
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Start(); err != nil {
		return &fnpb.StartWorkerResponse{Error: err.Error()}, nil
	}
	go func() { _ = c.Wait() }()
	return &fnpb.StartWorkerResponse{}, nil
}

// StopWorker implements [fnpb.BeamFnExternalWorkerPoolServer]. A worker ends with its runner.
func (*pool) StopWorker(context.Context, *fnpb.StopWorkerRequest) (*fnpb.StopWorkerResponse, error) {
	return &fnpb.StopWorkerResponse{}, nil
}

// work is a worker until its runner ends. Beam's own, which --worker stands for, would stay.
func work(ctx context.Context) error {
	given := func(name string) string { return flag.Lookup(name).Value.String() }
	ctx = grpcx.WriteWorkerID(ctx, given("id"))
	return harness.MainWithOptions(ctx, given("logging_endpoint"), given("control_endpoint"), harness.Options{})
}

// workers serves a pool. Whoever reaches it can have this user's files read and written, so that
// others must be let in by an address.
func workers(ctx context.Context) error {
	host, port, err := net.SplitHostPort(*address)
	if err != nil {
		return fmt.Errorf("--address: found %q, expected HOST:PORT; %w", *address, errUsage)
	}
	l, err := net.Listen("tcp", net.JoinHostPort(cmp.Or(host, "localhost"), port))
	if err != nil {
		return fmt.Errorf("--address: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	server := grpc.NewServer()
	fnpb.RegisterBeamFnExternalWorkerPoolServer(server, &pool{ctx: ctx, self: self})
	context.AfterFunc(ctx, server.Stop)
	say("workers can be asked for at " + l.Addr().String())
	return server.Serve(l)
}
