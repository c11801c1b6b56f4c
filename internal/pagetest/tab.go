package pagetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Tab is the browser window of one person, with its own cookies.
type Tab struct {
	Name  string
	Shots map[string][]byte // screenshots by file name, if Keep returns true
	Keep  func(file string) bool

	t      *testing.T
	ctx    context.Context
	base   string
	width  int64
	script string // looks over a page
	dir    string // of all screenshots, "" for none

	scriptsOff bool // by [Tab.ScriptsOff]
}

// TabOptions configure [NewTab].
type TabOptions struct {
	Base          string // address of the server, before each path
	Name          string // of the person, for messages
	Width, Height int64
	Script        string // returns what is wrong with a page, as a list of strings
	Dir           string // folder for screenshots of all pages checked; "" for none
}

// NewTab opens a window in a browser started by [Launch]. It is closed when the test ends.
func NewTab(t *testing.T, browser context.Context, o TabOptions) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	b := &Tab{
		Name: o.Name, Shots: make(map[string][]byte), Keep: func(string) bool { return false },
		t: t, ctx: ctx, base: o.Base, width: o.Width, script: o.Script, dir: o.Dir,
	}
	impatient := time.AfterFunc(patience, cancel) // a browser that hangs opens no window
	b.Do(chromedp.EmulateViewport(o.Width, o.Height))
	impatient.Stop()
	if _, err := run(ctx, focused); err != nil {
		t.Fatal(err)
	}
	return b
}

// Another opens another tab of the same person, with the same cookies.
func (b *Tab) Another(name string) *Tab {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	b.t.Cleanup(cancel)
	other := *b
	other.Name, other.ctx = name, ctx
	other.Do(chromedp.EmulateViewport(b.width, b.width))
	return &other
}

// run carries out an action in an open window that may be carried out twice. The browser never
// answers one that comes when it changes pages.
func run[T any](window context.Context, a chromedp.Action[T]) (v T, err error) {
	for end := time.Now().Add(patience); time.Now().Before(end); {
		ctx, cancel := context.WithTimeout(window, patience/6)
		v, err = chromedp.Run(ctx, a)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			return v, err
		}
	}
	return v, err
}

// Context returns the context of the window.
func (b *Tab) Context() context.Context { return b.ctx }

// Do carries out actions, one after the other.
func (b *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Func(func(ctx context.Context,
		target *chromedp.Target) error {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		_, err := chromedp.Steps(steps...)(ctx, target)
		return err
	})); err != nil {
		b.t.Fatalf("%s, at %q: %v", b.Name, b.where(), err)
	}
}

func (b *Tab) where() string {
	at, _ := run(b.ctx, chromedp.Evaluate[string](
		"location.pathname + ' ' + document.title"))
	return at
}

// Open opens a path of the server.
func (b *Tab) Open(path string) { b.t.Helper(); b.Do(chromedp.Navigate(b.base + path)) }

// Click clicks an element once it has stopped moving and nothing covers it.
func (b *Tab) Click(css string) {
	b.t.Helper()
	js := fmt.Sprintf(place, css)
	for before, end := "", time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		at, err := run(b.ctx, chromedp.Evaluate[string](js))
		if err == nil && at != "" && at == before {
			break
		}
		if before = at; time.Now().After(end) {
			b.t.Fatalf("%s cannot click %s at %q", b.Name, css, b.where())
		}
	}
	b.Do(chromedp.Click(chromedp.CSS(css)))
	for range 2 {
		if b.scriptsOff {
			return // no listener has run, so that every click would look missed
		}
		time.Sleep(20 * time.Millisecond)
		again, err := run(b.ctx, chromedp.Evaluate[bool](missed))
		if err != nil || !again {
			return
		}
		// The page may give way to the next one at this moment, without the element.
		ctx, cancel := context.WithTimeout(b.ctx, time.Second)
		_, _ = chromedp.Run(ctx, chromedp.Click(chromedp.CSS(css)))
		cancel()
	}
}

// missed reports whether the page that [place] looked at is still there and its element has
// received no click since: on a busy machine, it may have moved in between, and the click went
// elsewhere.
const missed = `document.clicked === false`

// place scrolls to the element of a selector and returns the coordinates of its middle, or "" if a
// click there would not reach the element.
const place = `(() => {
	const e = document.querySelector(%q);
	if (!e) return "";
	e.scrollIntoViewIfNeeded();
	const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
	const hit = document.elementFromPoint(x, y);
	document.clicked = false;
	const on = (target) => e.contains(target) || target.closest?.("label")?.control === e;
	addEventListener("click", (event) => { document.clicked ||= on(event.target); }, true);
	return hit && on(hit) ? x + " " + y : "";
})()`

// Typed clicks an element and types into it.
func (b *Tab) Typed(css, text string) {
	b.t.Helper()
	b.Click(css)
	b.Insert(text)
}

// Insert inserts a text into the focused element in one step, as input methods do.
func (b *Tab) Insert(text string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx,
		func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
			return cdp.Call(ctx, target, input.InsertText, input.InsertTextParams{Text: text})
		}); err != nil {
		b.t.Fatal(err)
	}
}

// Keys presses keys, one after the other.
func (b *Tab) Keys(keys string) { b.t.Helper(); b.Do(chromedp.KeyEvent(keys)) }

// Text evaluates a JavaScript expression and returns its string value, see [eval].
func (b *Tab) Text(js string) string { b.t.Helper(); return eval[string](b, js) }

// Follow clicks an element that leads to another page, and waits until that page is there and has
// an element of the second CSS selector.
func (b *Tab) Follow(css, shows string) {
	b.t.Helper()
	// The click comes after the answer to this expression, which navigation could cut off.
	b.Text(fmt.Sprintf(`(() => {
		window.left = true;
		setTimeout(() => document.querySelector(%q).click());
		return "";
	})()`, css))
	b.Until(fmt.Sprintf(
		"!window.left && document.readyState === 'complete' && !!document.querySelector(%q)", shows))
}

// Wait waits until the page with a title has loaded.
func (b *Tab) Wait(title string) {
	b.t.Helper()
	b.Until(fmt.Sprintf("document.readyState === 'complete' && document.title === %q",
		title+" · Luna"))
}

// Until waits until a JavaScript expression is true.
func (b *Tab) Until(js string) {
	b.t.Helper()
	await(b, js, func(yes bool) bool { return yes })
}

// eval evaluates a JavaScript expression and returns its value. Where it fails, for example because
// a page gives way to the next one and an element is not there, it is evaluated again.
func eval[T any](b *Tab, js string) T {
	b.t.Helper()
	return await(b, js, func(T) bool { return true })
}

// await evaluates a JavaScript expression until it has a value that will do, and returns it.
func await[T any](b *Tab, js string, does func(T) bool) T {
	b.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		value, err := run(b.ctx, chromedp.Evaluate[T](js))
		if err == nil && does(value) {
			return value
		}
		if time.Now().After(end) {
			b.t.Fatalf("%s timed out waiting for %s at %q: %v", b.Name, js, b.where(), err)
		}
	}
}

// TabTo presses Tab until an element has the focus, which must be visible.
func (b *Tab) TabTo(css string) {
	b.t.Helper()
	for range 120 {
		b.Keys("\t")
		if b.Text(fmt.Sprintf("String(document.activeElement.matches(%q))", css)) == "true" {
			if b.Text("getComputedStyle(document.activeElement).outlineStyle + "+
				"getComputedStyle(document.activeElement).outlineWidth") != "solid3px" {
				b.t.Errorf("%s: the focus on %s is not visible at %s", b.Name, css, b.where())
			}
			return
		}
	}
	b.t.Fatalf("%s: Tab does not reach %s at %s", b.Name, css, b.where())
}

// Press moves the focus to an element by keyboard and presses keys there.
func (b *Tab) Press(css, keys string) {
	b.t.Helper()
	b.TabTo(css)
	b.Keys(keys)
}

// Emulate sets what the person has chosen for all pages: "light" or "dark", and reduced motion.
func (b *Tab) Emulate(scheme string) {
	b.t.Helper()
	if _, err := run(b.ctx,
		func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
			return cdp.Call(ctx, target, emulation.SetEmulatedMedia,
				emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
					{Name: "prefers-color-scheme", Value: scheme},
					{Name: "prefers-reduced-motion", Value: "reduce"},
				}})
		}); err != nil {
		b.t.Fatal(err)
	}
}

// ScriptsOff switches off JavaScript, except the test's own.
func (b *Tab) ScriptsOff() {
	b.t.Helper()
	b.scriptsOff = true
	if _, err := run(b.ctx,
		func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
			return cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled,
				emulation.SetScriptExecutionDisabledParams{Value: true})
		}); err != nil {
		b.t.Fatal(err)
	}
}

// Look checks the page in light and dark, and takes screenshots if they are wanted.
func (b *Tab) Look(name string) {
	b.t.Helper()
	for _, scheme := range []string{"dark", "light"} {
		b.Emulate(scheme)
		for _, f := range b.faults() {
			b.t.Errorf("%s (%s, %d wide): %s", name, scheme, b.width, f)
		}
		b.Shoot(fmt.Sprintf("%s-%d-%s.png", name, b.width, scheme))
	}
}

// faults returns what the script finds. A page may replace itself at any moment, so a page that is
// still loading, or goes away meanwhile, is looked at again.
func (b *Tab) faults() []string {
	b.t.Helper()
	js := "document.readyState === 'complete' ? {faults: " +
		strings.TrimSuffix(strings.TrimSpace(b.script), ";") + "} : {}"
	page := await(b, js, func(page struct{ Faults *[]string }) bool { return page.Faults != nil })
	return *page.Faults
}

// Shoot takes a screenshot of the whole page, if the test or its user wants one.
func (b *Tab) Shoot(file string) {
	b.t.Helper()
	if b.dir == "" && !b.Keep(file) {
		return
	}
	png, err := run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	b.Shots[file] = png
	if b.dir == "" {
		return
	}
	err = os.MkdirAll(b.dir, 0o777)
	if err == nil {
		err = os.WriteFile(filepath.Join(b.dir, file), png, 0o666)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// SameOrigin fails if the page sent a request to another server.
func (b *Tab) SameOrigin() {
	b.t.Helper()
	list := b.Text("performance.getEntriesByType('resource').map((e) => e.name).filter((n) => " +
		"!n.startsWith(location.origin)).join(' ')")
	if list != "" {
		b.t.Errorf("%s: the page made requests to other origins: %s", b.Name, list)
	}
}
