// Package pagetest checks pages in a real browser, for tests: whether they fit a narrow screen,
// have enough contrast in light and dark, and can be used by keyboard and with a screen reader.
package pagetest

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/luna-rating/luna/internal/suite"
)

// ShotsEnv names a folder for screenshots of the pages that tests look at.
const ShotsEnv = "LRP_SCREENSHOTS"

// browserEnv names the browser if it is not installed under one of the usual names.
const browserEnv = "LUNA_BROWSER"

// PageScript checks a page and returns its faults in words.
//
//go:embed page.js
var PageScript string

// SiteScript checks a page of the site of games, which has more parts than others, and returns its
// faults in words.
//
//go:embed site.js
var SiteScript string

// Widths are the window widths, in pixels, in which pages are checked: a small telephone and a
// desktop.
var Widths = []int{360, 1280}

// patience is how long a step may take on a busy machine.
const patience = 60 * time.Second

// Browser is a browser in a test.
type Browser struct{ ctx context.Context }

// Start returns a browser started by [Launch].
func Start(t *testing.T) *Browser {
	t.Helper()
	return &Browser{Launch(t)}
}

// shared is the browser of the tests that run now.
var shared struct {
	sync.Mutex
	tests int
	ctx   context.Context
	stop  func()
}

// Launch returns the context of a browser, for tests that drive it themselves, or skips the test if
// none is installed. Tests that run at the same time share one: each window has cookies of its own
// and behaves as if it had the focus.
func Launch(t *testing.T) context.Context {
	t.Helper()
	suite.Slow(t, "drives a browser")
	shared.Lock()
	defer shared.Unlock()
	if shared.tests == 0 {
		shared.ctx, shared.stop = launch(t)
	}
	shared.tests++
	t.Cleanup(func() {
		shared.Lock()
		defer shared.Unlock()
		if shared.tests--; shared.tests == 0 {
			shared.stop()
		}
	})
	return shared.ctx
}

func launch(t *testing.T) (ctx context.Context, stop func()) {
	t.Helper()
	path := os.Getenv(browserEnv)
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); path == "" && err == nil {
			path = p
		}
	}
	if path == "" {
		t.Skipf("no browser: neither chromium, chromium-browser nor google-chrome is installed, "+
			"and %s is not set", browserEnv)
	}
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), append(
		chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("lang", "en-US"),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP "+attackerHost+" 127.0.0.1"))...)
	ctx, cancel := chromedp.NewContext(allocator)
	stop = func() {
		cancel()
		stopAllocator()
	}
	impatient := time.AfterFunc(patience, cancel)
	err := chromedp.Do(ctx)
	if impatient.Stop(); err != nil {
		stop()
		t.Fatalf("starting %s: %v", path, err)
	}
	return ctx, stop
}

// focused makes a window behave as if it had the focus, whichever window has it.
func focused(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
	return cdp.Call(ctx, target, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true})
}

// open opens an address in a window of its own, in light colours.
func (b *Browser) open(t *testing.T, url string, width, height int) *Tab {
	t.Helper()
	tab := NewTab(t, b.ctx, TabOptions{Name: "the reader", Width: int64(width), Height: int64(height),
		Script: PageScript, Dir: os.Getenv(ShotsEnv)})
	tab.Emulate("light")
	tab.Open(url)
	return tab
}

// Each opens an address in each of [Widths], calls use unless it is nil, and checks the page in
// light and dark. Screenshots have the given name.
func (b *Browser) Each(t *testing.T, url, name string, use func(tab *Tab)) {
	t.Helper()
	for _, width := range Widths {
		t.Run(fmt.Sprintf("%s/%d", name, width), func(t *testing.T) {
			tab := b.open(t, url, width, 800)
			if use != nil {
				use(tab)
			}
			tab.Look(name)
		})
	}
}

// File returns the address of a file.
func File(path string) string { return "file://" + filepath.ToSlash(path) }

// Shot returns a screenshot of the top of a page in light colours, in PNG.
func (b *Browser) Shot(t *testing.T, url string, width, height int) []byte {
	t.Helper()
	png, err := run(b.open(t, url, width, height).ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	return png
}
