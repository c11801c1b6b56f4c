// Package doctor implements the command doctor, which checks an installation and its environment.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// Command returns the command doctor. It checks versions, embedded resources, whether files can be
// written, and whatever checks adds. The function checks may return early if the context is done.
func Command(long string, checks func(context.Context) []Check) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "doctor",
		Short: "check the installation and its environment",
		Long:  long,
		Args:  cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			d, err := examine(c, checks)
			if err != nil {
				return err
			}
			if err := cli.WriteAs(c.OutOrStdout(), format, d, writeText); err != nil {
				return err
			}
			return d.failure()
		},
	}
	cli.EnumVar(c.Flags(), &format, "format", "%s", cli.TextOrJSON...)
	return c
}

// diagnosis is the result of all checks.
type diagnosis struct {
	Format     string  `json:"format"` // such as "lrp-doctor"
	Version    int     `json:"version"`
	Tool       string  `json:"tool"`
	Go         string  `json:"go"`
	OS         string  `json:"os"`
	Arch       string  `json:"arch"`
	Level      string  `json:"instruction_set"` // that the compiler targeted, such as GOAMD64=v1
	Processors int     `json:"processors"`
	MaxProcs   int     `json:"gomaxprocs"`
	OK         bool    `json:"ok"`
	Checks     []Check `json:"checks"`
}

// Check is the result of one check.
type Check struct {
	Name    string   `json:"name"`
	Status  string   `json:"status"` // "ok", "failed" or "absent" (missing, but not needed)
	Found   string   `json:"found"`
	Bytes   int      `json:"bytes,omitempty"`
	SHA256  string   `json:"sha256,omitempty"`
	Seconds *float64 `json:"seconds,omitempty"` // the time to load or evaluate
	Hint    string   `json:"hint,omitempty"`
}

// examine runs all checks. It fails only if the context is done.
func examine(c *cobra.Command, checks func(context.Context) []Check) (*diagnosis, error) {
	program := c.Root()
	d := &diagnosis{
		Format: program.Name() + "-doctor", Version: 1,
		Tool: program.Name() + " " + program.Version,
		Go:   runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Level: instructionSet(),
		Processors: runtime.NumCPU(), MaxProcs: runtime.GOMAXPROCS(0), OK: true,
	}
	for _, r := range resources {
		d.add(r.check())
	}
	for _, check := range checks(c.Context()) {
		d.add(check)
	}
	d.add(writable("current folder", ".",
		"go to a folder that you may write to, or name one with --out"))
	d.add(writable("temporary folder", os.TempDir(),
		"set TMPDIR (TEMP on Windows) to a folder that you may write to"))
	return d, c.Context().Err()
}

func (d *diagnosis) add(c Check) {
	d.Checks = append(d.Checks, c)
	d.OK = d.OK && c.Status != "failed"
}

// instructionSet is the compiler's target architecture level, "" if unknown.
func instructionSet() string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "GO"+strings.ToUpper(runtime.GOARCH) {
			return s.Key + "=" + s.Value
		}
	}
	return ""
}

// failure returns the first failed check with its hint as an error, nil if none failed.
func (d *diagnosis) failure() error {
	for _, c := range d.Checks {
		if c.Status == "failed" {
			return fmt.Errorf("doctor: %s: %s; %s", c.Name, c.Found, c.Hint)
		}
	}
	return nil
}

func writeText(w io.Writer, d *diagnosis) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\tversion\t%s\n", d.Tool)
	fmt.Fprintf(t, "\tGo\t%s\n",
		strings.TrimSpace(fmt.Sprintf("%s %s/%s %s", d.Go, d.OS, d.Arch, d.Level)))
	fmt.Fprintf(t, "\tprocessors\t%d, of which %d are used (GOMAXPROCS)\n", d.Processors,
		d.MaxProcs)
	for _, c := range d.Checks {
		fmt.Fprintf(t, "%s\t%s\t%s\n", c.Status, c.Name, cli.InLine(c.line()))
		if c.Hint != "" {
			fmt.Fprintf(t, "\t\t→ %s\n", cli.InLine(c.Hint))
		}
	}
	if d.OK {
		fmt.Fprintln(t, "\nall is well")
	}
	return t.Flush()
}

// line describes what was found.
func (c Check) line() string {
	parts := []string{c.Found}
	if c.Bytes > 0 {
		parts = append(parts, fmt.Sprintf("%d bytes, SHA-256 %.12s…", c.Bytes, c.SHA256))
	}
	if c.Seconds != nil {
		parts = append(parts, fmt.Sprintf("%.2f s", *c.Seconds))
	}
	return strings.Join(parts, ", ")
}

// Since returns the time since a check began, in seconds.
func Since(begin time.Time) *float64 {
	s := time.Since(begin).Seconds()
	return &s
}

// writable checks that a file can be written to a folder.
func writable(name, dir, hint string) Check {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	c := Check{Name: name, Status: "ok", Found: dir + " can be written to"}
	f, err := os.CreateTemp(dir, ".doctor-")
	if err == nil {
		_, err = f.WriteString("written by a check\n")
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		if pathError, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathError.Err // without the random name of the temporary file
		}
		return Check{Name: name, Status: "failed",
			Found: "cannot write to " + dir + ": " + err.Error(), Hint: hint}
	}
	return c
}
