package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// A command that waits for input ends soon after an interrupt and leaves nothing. One that ends in
// order is waited for.
func TestAwait(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		input, writer := io.Pipe()
		ctx, interrupt := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, interrupt)
		began := time.Now()
		err := await(ctx, func(context.Context) error {
			return atomicdir.WriteFile(filepath.Join(dir, "out"), func(w io.Writer) error {
				_, err := io.Copy(w, input)
				return err
			})
		})
		if took := time.Since(began); !errors.Is(err, context.Canceled) || took != time.Minute+patience {
			t.Errorf("%v after %v", err, took)
		}
		if left, err := os.ReadDir(dir); len(left) != 0 || err != nil {
			t.Errorf("found %v in the folder, %v", left, err)
		}
		writer.CloseWithError(io.ErrUnexpectedEOF)
		synctest.Wait()

		ctx, interrupt = context.WithCancel(t.Context())
		interrupt()
		began = time.Now()
		err = await(ctx, func(ctx context.Context) error {
			Orderly(ctx)
			time.Sleep(time.Hour)
			return nil
		})
		if took := time.Since(began); err != nil || took != time.Hour {
			t.Errorf("a command that ends in order: %v after %v", err, took)
		}
		if err := await(t.Context(), func(context.Context) error { return io.EOF }); err != io.EOF {
			t.Errorf("the error of a command: %v", err)
		}
	})
}
