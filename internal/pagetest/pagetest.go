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

// Page is an open page.
type Page struct {
	ctx    context.Context
	width  int
	scheme string
}

// Each opens an address in each of [Widths], calls use unless it is nil, and checks the page in
// light and dark. Screenshots have the given name.
func (b *Browser) Each(t *testing.T, url, name string, use func(t *testing.T, p *Page)) {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	defer cancel()
	for _, width := range Widths {
		p := &Page{ctx, width, "light"}
		p.do(t, chromedp.EmulateViewport(int64(width), 800))
		p.emulate(t)
		p.do(t, chromedp.Navigate(url))
		if use != nil {
			use(t, p)
		}
		for _, p.scheme = range []string{"light", "dark"} {
			t.Run(fmt.Sprintf("%s/%d/%s", name, width, p.scheme), func(t *testing.T) {
				p.emulate(t)
				p.look(t, name)
			})
		}
	}
}

// File returns the address of a file.
func File(path string) string { return "file://" + filepath.ToSlash(path) }

func (p *Page) do(t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(p.ctx, chromedp.Func(func(ctx context.Context,
		target *chromedp.Target) error {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		_, err := chromedp.Steps(steps...)(ctx, target)
		return err
	})); err != nil {
		t.Fatal(err)
	}
}

func (p *Page) emulate(t *testing.T) {
	t.Helper()
	if _, err := chromedp.Run(p.ctx,
		func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
			return cdp.Call(ctx, target, emulation.SetEmulatedMedia,
				emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
					{Name: "prefers-color-scheme", Value: p.scheme},
					{Name: "prefers-reduced-motion", Value: "reduce"}}})
		}); err != nil {
		t.Fatal(err)
	}
}

// Text evaluates a JavaScript expression and returns its string value.
func (p *Page) Text(t *testing.T, js string) string {
	t.Helper()
	s, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](js))
	if err != nil {
		t.Fatalf("%s: %v", js, err)
	}
	return s
}

// Follow clicks an element that leads to another page, and waits until that page is there and has
// an element of the second CSS selector.
func (p *Page) Follow(t *testing.T, css, shows string) {
	t.Helper()
	// The click comes after the answer to this expression, which navigation could cut off.
	p.Text(t, fmt.Sprintf(`(() => {
		window.left = true;
		setTimeout(() => document.querySelector(%q).click());
		return "";
	})()`, css))
	condition := fmt.Sprintf(
		"!window.left && document.readyState === 'complete' && !!document.querySelector(%q)", shows)
	p.Until(t, condition)
}

// Until waits until a condition in JavaScript holds.
func (p *Page) Until(t *testing.T, condition string) {
	t.Helper()
	var yes bool
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		// An error says that the page changed while the condition was evaluated.
		yes, err = chromedp.Run(p.ctx, chromedp.Evaluate[bool](condition))
		if err == nil && yes {
			return
		}
	}
	t.Fatalf("%s does not hold within %v (last error: %v)", condition, patience, err)
}

// Screenshot returns a picture of the whole page, in PNG.
func (p *Page) Screenshot(t *testing.T) []byte {
	t.Helper()
	png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	return png
}

// look fails the test for anything on the page that keeps readers out.
func (p *Page) look(t *testing.T, name string) {
	t.Helper()
	if dir := os.Getenv(ShotsEnv); dir != "" {
		png := p.Screenshot(t)
		err := os.MkdirAll(dir, 0o777)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir,
				fmt.Sprintf("%s-%d-%s.png", name, p.width, p.scheme)), png, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](PageScript))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range found {
		t.Error(s)
	}
}

// Shot returns a screenshot of the top of a page in light colours, in PNG.
func (b *Browser) Shot(t *testing.T, url string, width, height int) []byte {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	defer cancel()
	p := &Page{ctx, width, "light"}
	p.do(t, chromedp.EmulateViewport(int64(width), int64(height)))
	p.emulate(t)
	p.do(t, chromedp.Navigate(url))
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	return png
}
