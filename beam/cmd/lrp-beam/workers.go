package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"

	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	"google.golang.org/grpc"
)

// pool starts this program as a worker whenever a runner asks for one.
type pool struct {
	fnpb.UnimplementedBeamFnExternalWorkerPoolServer
	ctx  context.Context
	self string
	mu   sync.Mutex
	stop map[string]func() // by the worker
}

// StartWorker implements [fnpb.BeamFnExternalWorkerPoolServer].
func (p *pool) StartWorker(
	_ context.Context, asked *fnpb.StartWorkerRequest,
) (*fnpb.StartWorkerResponse, error) {
	id := asked.GetWorkerId()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop[id] != nil {
		return &fnpb.StartWorkerResponse{Error: "found a worker " + id + " already"}, nil
	}
	ctx, stop := context.WithCancel(p.ctx)
	c := exec.CommandContext(ctx, p.self, "--worker", "--id="+id,
		"--control_endpoint="+asked.GetControlEndpoint().GetUrl(),
		"--logging_endpoint="+asked.GetLoggingEndpoint().GetUrl())
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Start(); err != nil {
		stop()
		return &fnpb.StartWorkerResponse{Error: err.Error()}, nil
	}
	p.stop[id] = stop
	go func() { _ = c.Wait() }()
	return &fnpb.StartWorkerResponse{}, nil
}

// StopWorker implements [fnpb.BeamFnExternalWorkerPoolServer].
func (p *pool) StopWorker(_ context.Context, asked *fnpb.StopWorkerRequest) (*fnpb.StopWorkerResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if stop := p.stop[asked.GetWorkerId()]; stop != nil {
		stop()
		delete(p.stop, asked.GetWorkerId())
	}
	return &fnpb.StopWorkerResponse{}, nil
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
	fnpb.RegisterBeamFnExternalWorkerPoolServer(server, &pool{ctx: ctx, self: self, stop: make(map[string]func())})
	context.AfterFunc(ctx, server.Stop)
	say("workers can be asked for at " + l.Addr().String())
	return server.Serve(l)
}
