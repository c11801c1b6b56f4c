package pagetest

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// enterScript records what Enter does in the forms of a page.
//
//go:embed enter.js
var enterScript string

// mostPages bounds the number of pages of a walk through a site.
const mostPages = 100

// soon is how long a key may take to send a form on a busy machine.
const soon = 500 * time.Millisecond

// Enter types into every field of every form of the page and presses Enter. It fails the test
// unless this presses the form's visible button and keeps all that was typed. Nothing is sent. It
// returns the number of fields.
func (b *Tab) Enter() int {
	b.t.Helper()
	b.Until("document.readyState === 'complete'")
	n := eval[int](b, enterScript)
	for i := range n {
		eval[bool](b, fmt.Sprintf("(enter.ready(%d), true)", i))
		b.Keys("\r")
		for end := time.Now().Add(soon); !eval[bool](b, "enter.pressed()") && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
		}
		for _, f := range eval[[]string](b, fmt.Sprintf("enter.done(%d)", i)) {
			b.t.Errorf("%s, at %q: %s", b.Name, b.where(), f)
		}
	}
	eval[bool](b, "(enter.end(), true)")
	return n
}

// EnterEverywhere calls [Tab.Enter] on pages and on all pages that can be reached from their links.
// It returns the number of fields.
func (b *Tab) EnterEverywhere(paths ...string) (fields int) {
	b.t.Helper()
	for i := 0; i < len(paths); i++ {
		if i == mostPages {
			b.t.Fatalf("%s has seen %d pages, and more are linked: %q", b.Name, i, paths)
		}
		b.Open(paths[i])
		links := eval[[]string](b, `Array.from(document.querySelectorAll("a[href]:not([download])"))
			.filter((a) => a.origin === location.origin).map((a) => a.pathname + a.search)`)
		for _, l := range links {
			if page, _, _ := strings.Cut(l, "?"); path.Ext(page) == "" && !slices.Contains(paths, l) {
				paths = append(paths, l)
			}
		}
		fields += b.Enter()
	}
	return fields
}
