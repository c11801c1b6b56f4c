package lrpbeam

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"

	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// relay stands between prism, which panics where it finds no worker, and a pool of workers.
type relay struct {
	fnpb.UnimplementedBeamFnExternalWorkerPoolServer
	address string
	pool    fnpb.BeamFnExternalWorkerPoolClient
	ended   context.Context // once pipelines have ended or failed
	fail    context.CancelCauseFunc
	mu      sync.Mutex
	started []string
}

// StartWorker has the pool start a worker, or fails the pipelines.
func (r *relay) StartWorker(
	ctx context.Context, asked *fnpb.StartWorkerRequest,
) (*fnpb.StartWorkerResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended.Err() != nil {
		return &fnpb.StartWorkerResponse{}, nil
	}
	r.started = append(r.started, asked.GetWorkerId())
	answer, err := r.pool.StartWorker(ctx, asked)
	if text := answer.GetError(); text != "" {
		err = errors.New(text)
	}
	if err != nil {
		r.fail(fmt.Errorf("%s: found no worker (%w), expected 'lrp-beam workers' there", r.address, err))
	}
	return &fnpb.StartWorkerResponse{}, nil
}

// StopWorker does nothing: all workers are stopped together.
func (r *relay) StopWorker(context.Context, *fnpb.StopWorkerRequest) (*fnpb.StopWorkerResponse, error) {
	return &fnpb.StopWorkerResponse{}, nil
}

// relay makes prism ask for workers through a relay until stop is called. The context ends where one
// cannot be reached.
func (j *Job) relay(ctx context.Context) (_ context.Context, stop func(), err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop = func() { cancel(nil) }
	if j.Runner != "prism" || !strings.EqualFold(*jobopts.EnvironmentType, "external") {
		return ctx, stop, nil
	}
	r := &relay{address: *jobopts.EnvironmentConfig, ended: ctx, fail: cancel}
	conn, err := grpc.NewClient(r.address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return ctx, stop, fmt.Errorf("--environment_config: %w", err)
	}
	r.pool = fnpb.NewBeamFnExternalWorkerPoolClient(conn)
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return ctx, stop, cmp.Or(conn.Close(), err)
	}
	server := grpc.NewServer()
	fnpb.RegisterBeamFnExternalWorkerPoolServer(server, r)
	go func() { _ = server.Serve(l) }() // for ever, as prism may still ask
	*jobopts.EnvironmentConfig = l.Addr().String()
	return ctx, func() {
		*jobopts.EnvironmentConfig = r.address
		cancel(nil)
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, id := range r.started {
			_, _ = r.pool.StopWorker(context.WithoutCancel(ctx), &fnpb.StopWorkerRequest{WorkerId: id})
		}
		conn.Close()
	}, nil
}
