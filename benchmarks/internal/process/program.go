package process

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// WithLuna calls do with a temporary folder, which it removes afterwards, and the path of the
// program luna as returned by [Program]. It prints a description of the machine.
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

// Program returns the absolute path of a program of this module: the given path, such as that of
// another version, or, if that is "", the path of the command name, which it builds in dir from the
// working tree.
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
