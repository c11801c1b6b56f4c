package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/container/pool"
)

// Flags that a worker pool gives its workers besides Beam's own.
var (
	_ = flag.String("artifact_endpoint", "", "of a worker (set by 'lrp-beam workers')")
	_ = flag.String("provision_endpoint", "", "of a worker (set by 'lrp-beam workers')")
)

// workers starts this program as a worker whenever a runner asks for one.
func workers(ctx context.Context) error {
	host, port, err := net.SplitHostPort(*address)
	number, invalid := strconv.Atoi(port)
	if err != nil || invalid != nil || host != "" {
		return fmt.Errorf("--address: found %q, expected :PORT; %w", *address, errUsage)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	p, err := pool.New(ctx, number, self)
	if err != nil {
		return err
	}
	go func() {
		<-ctx.Done()
		_ = p.Stop(context.WithoutCancel(ctx))
	}()
	return p.ServeAndWait()
}

// asWorker makes this process a worker if a pool has started it: pools start a program that
// prepares the environment first, which this one does not need.
func asWorker() {
	if flag.Lookup("control_endpoint").Value.String() != "" {
		_ = flag.Set("worker", "true")
	}
}
