package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
)

// TestGradedPageInABrowser looks at the page of the demonstration, closed and with all rows open,
// and compares its picture in the README.
func TestGradedPageInABrowser(t *testing.T) {
	browser := pagetest.Start(t)
	picture, err := filepath.Abs("../../docs/images/graded.png")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	var stdout, stderr bytes.Buffer
	status := run(context.Background(), []string{"grade", "--demo"}, &bytes.Buffer{}, &stdout, &stderr)
	if status != 0 {
		t.Fatalf("exit status %d: %s", status, &stderr)
	}
	page := pagetest.File(filepath.Join(dir, "exam-graded.html"))
	browser.Each(t, page, "graded", nil)
	browser.Each(t, page, "graded-open", func(tab *pagetest.Tab) {
		tab.Text("document.querySelectorAll('details').forEach(d => d.open = true); ''")
	})
	browser.Each(t, page, "graded-found", func(tab *pagetest.Tab) {
		if got := tab.Text(gradedFinds); got != gradedFound {
			t.Errorf("found %q, expected %q", got, gradedFound)
		}
	})
	checkGradedPaper(t, browser, page)
	shot := browser.Shot(t, page, 760, 1000)
	pagetest.Picture(t, picture, 760, 1000, shot)
}

// gradedFinds uses the search, the order and the button, and tells what is then seen of the list.
const gradedFinds = `(() => {
	const shown = (css) => Array.from(document.querySelectorAll(css)).filter((e) => e.checkVisibility());
	const first = () => shown(".rows > li .id")[0].textContent + " " + shown(".rows > li").length;
	const set = (id, value, event) => {
		const e = document.getElementById(id);
		e.value = value;
		e.dispatchEvent(new Event(event));
		return first();
	};
	const seen = [first(), set("order", "name", "change"), set("order", "high", "change"),
		set("order", "low", "change"), set("find", "student 3", "input"),
		document.getElementById("found").textContent, set("find", "ppetition", "input")];
	const button = document.querySelector("#predicted button.open");
	for (let i = 0; i < 2; i++) {
		button.click();
		seen.push(button.textContent + " " + shown(".rows .response").length);
	}
	return seen.join(", ");
})()`

const gradedFound = "Student 38 17, Student 26 17, Student 32 17, Student 38 17, Student 38 10, 10 of 17, " +
	"Student 38 1, Close all 10, Open all 0"

// checkGradedPaper prints the page with and without the answers of all.
func checkGradedPaper(t *testing.T, browser *pagetest.Browser, page string) {
	t.Helper()
	with := strings.Join(browser.Paper(t, page, nil), "")
	without := strings.Join(browser.Paper(t, page, func(tab *pagetest.Tab) {
		tab.Text("document.getElementById('paper').checked = false; ''")
	}), "")
	for _, text := range []string{"ppetition", "accepted: the mayor", "Suggested points", "guessing the mean"} {
		if !strings.Contains(with, text) {
			t.Errorf("%q is not printed", text)
		}
	}
	if strings.Contains(without, "ppetition") || !strings.Contains(without, "Student 38") ||
		!strings.Contains(without, "2.0 to 12.0") {
		t.Errorf("without answers, this is printed:\n%s", without)
	}
}
