package guard

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestDocumentedLimits compares the table of docs/hosting.md with that of the code: a row for each
// limit on how often something may be done, and for what is held at the same time.
func TestDocumentedLimits(t *testing.T) {
	data, err := os.ReadFile("../../docs/hosting.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "\n## Limits\n")
	text, _, _ = strings.Cut(text, "\n## ")
	var l Limits
	for _, b := range table(&l, &Guard{}) {
		row := "| " + b.what
		if b.flag != "" {
			row = "`--limit-" + b.flag + "`"
		}
		want := words(b.standard)
		if b.flag == "texts" {
			want = fmt.Sprintf("%d MiB, then %d KiB/s", b.standard.Burst>>10, time.Second/b.standard.Every)
		}
		documented(t, text, row, want)
		if b.tiers != nil && b.flag != "logins" {
			documented(t, text, row, fmt.Sprintf("× %d", ofAll))
		}
	}
	r := NewRooms(DefaultConnections)
	for row, b := range map[string]Bounds{"--max-connections": r.Connections.Bounds,
		"| requests under way": r.Requests.Bounds, "| event streams": r.Streams.Bounds} {
		documented(t, text, row, number(b.Address))
		documented(t, text, row, number(b.All))
	}
	for row, b := range map[string]Bounds{"| answers": r.Answers.Bounds, "| bodies": r.Bodies.Bounds} {
		for _, n := range []int64{b.Player, b.Address, b.All} {
			if n > 0 {
				documented(t, text, row, fmt.Sprintf(" %d MiB ", n>>20))
			}
		}
	}
}

// documented checks that the line of a table has some words.
func documented(t *testing.T, text, row, want string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if strings.Contains(line, row) && strings.Contains(line, want) {
			return
		}
	}
	t.Errorf("docs/hosting.md has no row of %s with %s", row, want)
}

// words describes a rate as documents do.
func words(r Rate) string {
	often := fmt.Sprintf("one in %v", r.Every)
	switch {
	case r.Every < time.Second:
		often = number(int64(time.Second/r.Every)) + "/s"
	case r.Every == time.Second:
		often = "one a second"
	case r.Every == time.Minute:
		often = "one a minute"
	case r.Every < time.Minute:
		often = fmt.Sprintf("one in %d s", r.Every/time.Second)
	case r.Every < time.Hour:
		often = fmt.Sprintf("one in %d min", r.Every/time.Minute)
	}
	return number(int64(r.Burst)) + ", then " + often
}

func number(n int64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
