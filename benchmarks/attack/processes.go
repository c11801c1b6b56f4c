package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
)

var processAttacks = []attack{
	{"hard-link", "a second server on another name of the same file", quick, hardLink},
	{"full-disk", "a disk of 8 MiB is filled with texts; then the probes are asked, and again once " +
		"there is space", long, fullDisk},
	{"freeze", "another program keeps the file locked for 25 s while somebody plays; then the " +
		"published games and those of a player with 50,000 are read again and again", long,
		freeze},
}

func hardLink(ctx context.Context, b *bench) (finding, error) {
	s := must.Get(b.serveLuna(ctx, "luna.db"))
	must.Do(os.Mkdir(b.path("other"), 0o700))
	for _, link := range []func(string, string) error{os.Link, os.Symlink} {
		name := b.path("other/game.db")
		os.Remove(name)
		must.Do(link(b.path("luna.db"), name))
		second, err := b.serveLuna(ctx, "other/game.db")
		if err != nil {
			continue // refused
		}
		_, err1 := s.guest(ctx, "203.0.113.1")
		_, err2 := second.guest(ctx, "203.0.113.2")
		return judge(true, "both servers run; the first registers: %v, the second: %v", err1 == nil,
			err2 == nil)
	}
	return judge(false, "the second server refuses the hard link and the symbolic link")
}

// fullDisk needs the right to mount a small disk.
func fullDisk(ctx context.Context, b *bench) (finding, error) {
	disk := b.path("disk")
	must.Do(os.Mkdir(disk, 0o700))
	if out, err := exec.CommandContext(ctx, "mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs",
		disk).CombinedOutput(); err != nil {
		return finding{}, fmt.Errorf("%w: a small disk cannot be mounted here: %s", errSkip, out)
	}
	b.cleanups = append(b.cleanups, func() { _ = exec.Command("umount", disk).Run() })
	must.Do(os.WriteFile(b.path("disk/other"), make([]byte, 3<<20), 0o600))
	s := must.Get(b.serveLuna(ctx, "disk/luna.db"))
	var g *stranger
	var err error
	games := 0
	for err == nil && games < 1000 {
		if games%8 == 0 { // as many as a player may have
			g, err = s.guest(ctx, "203.0.113.1")
		}
		if err == nil {
			_, err = g.enter(ctx, large())
		}
		if err == nil {
			games++
		}
	}
	refused := status(err)
	_ = os.WriteFile(b.path("disk/rest"), make([]byte, 8<<20), 0o600) // takes what is left
	time.Sleep(6 * time.Second)                                       // readiness is remembered for 5 s
	healthz, readyz := s.probe(ctx, "/healthz", 5*time.Second), s.probe(ctx, "/readyz", 5*time.Second)
	must.Do(os.Remove(b.path("disk/rest")))
	must.Do(os.Remove(b.path("disk/other")))
	time.Sleep(6 * time.Second)
	again := s.probe(ctx, "/readyz", 5*time.Second)
	if g, err = s.guest(ctx, "203.0.113.2"); err == nil {
		_, err = g.enter(ctx, large())
	}
	return judge(readyz == http.StatusOK || again != http.StatusOK || err != nil,
		"%d games, then status %d; /healthz %d, /readyz %d; with space again /readyz %d, a game entered: %v",
		games, refused, healthz, readyz, again, err == nil)
}
