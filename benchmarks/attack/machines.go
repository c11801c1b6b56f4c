package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
)

// played is the last row of the table of benchmarks/arrivals.
var played = regexp.MustCompile(`(?m)^\| all \| (\d+) \| (\d+)[^|]*\| (\d+)[^|]*\|`)

// machines has guests play on a server with machines, as benchmarks/arrivals does, which counts
// whom they play.
func machines(ctx context.Context, b *bench) (finding, error) {
	cmd := exec.CommandContext(ctx, "go", "run", "github.com/luna-rating/luna/benchmarks/arrivals",
		"-live", b.luna, "-guests", "6", "-bots", "2", "-for", "150s")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return finding{}, fmt.Errorf("benchmarks/arrivals: %w: %s", err, out)
	}
	found := played.FindSubmatch(out)
	if found == nil {
		return finding{}, fmt.Errorf("benchmarks/arrivals: found no last row in %q", out)
	}
	share, err := strconv.Atoi(string(found[3]))
	return or(err)(share < 80, "%s seats of people, %s%% with a person, %d%% while two were there",
		found[1], found[2], share)
}
