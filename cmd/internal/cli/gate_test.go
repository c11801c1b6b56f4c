package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/internal/suite"
)

// A command that goes on after it was given up writes nothing more, on either stream.
//
//luna:race
func TestGivenUp(t *testing.T) {
	suite.Slow(t, "waits for a time limit")
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	root := &cobra.Command{Use: "tool"}
	root.AddCommand(&cobra.Command{Use: "work", RunE: func(c *cobra.Command, _ []string) error {
		for _, w := range []io.Writer{c.OutOrStdout(), Readable(c.ErrOrStderr())} {
			go func() {
				for i := 0; ; i++ {
					if _, err := w.Write([]byte("x")); err != nil {
						ended <- err
						return
					}
					if i == 100 {
						interrupt()
					}
				}
			}()
		}
		select {} // heeds no interrupt
	}})
	var stdout, stderr bytes.Buffer
	status := Program{}.Execute(ctx, root, []string{"work"}, &bytes.Buffer{}, &stdout, &stderr)
	out, err := stdout.String(), stderr.String()
	for range 2 {
		if e := <-ended; !errors.Is(e, os.ErrClosed) {
			t.Errorf("writing ends with %v", e)
		}
	}
	const said = "tool: interrupted\n"
	if status != 1 || stdout.String() != out || stderr.String() != err ||
		!bytes.HasSuffix([]byte(err), []byte(said)) || len(err) <= len(said) {
		t.Errorf("status %d, standard error ends in %q", status, err[max(0, len(err)-40):])
	}
}

// A write that is stuck does not keep a gate from closing.
func TestStuckWrite(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	g := newGate(w)
	go g.Write([]byte("nobody reads this"))
	for len(g.turn) == 0 {
		time.Sleep(time.Millisecond)
	}
	began := time.Now()
	g.close()
	if took := time.Since(began); took < stuck || took > 20*time.Second {
		t.Errorf("closing took %v", took)
	}
}
