package process

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// WithLuna runs a function with luna, as [Program] returns it, and with a folder that is removed
// afterwards. It prints what machine this is.
func WithLuna(ctx context.Context, path string, do func(dir, luna string) error) error {
	dir, err := os.MkdirTemp("", "luna-benchmark")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	luna, err := Program(ctx, dir, "luna", path)
	if err != nil {
		return err
	}
	fmt.Println(measure.Machine())
	return do(dir, luna)
}

// Program returns the absolute path of a command of this module: the given one, such as that of
// another version, or that of a program built in a folder from the working tree if it is "".
func Program(ctx context.Context, dir, name, path string) (string, error) {
	if path != "" {
		return filepath.Abs(path)
	}
	path = filepath.Join(dir, name)
	c := exec.CommandContext(ctx, "go", "build", "-o", path,
		"github.com/luna-rating/luna/cmd/"+name)
	c.Stderr = os.Stderr
	return path, c.Run()
}
