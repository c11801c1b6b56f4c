package text

import (
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	long := Quote(strings.Repeat("é", 100))
	if len(long) > 80 || strings.Contains(long, `\x`) || !strings.HasSuffix(long, `"…`) {
		t.Errorf("a long text is quoted as %s", long)
	}
	if got := Quote("a\n\x80\x80"); got != `"a\n\x80\x80"` {
		t.Errorf("control and invalid bytes are quoted as %s", got)
	}
	Quote(strings.Repeat("\x80", 100)) // no rune starts anywhere
}

func TestCount(t *testing.T) {
	if got := Count(1, "word") + ", " + Count(int64(0), "word"); got != "1 word, 0 words" {
		t.Errorf("got %s", got)
	}
}

func TestPlural(t *testing.T) {
	if got := Plural(0, "is", "are") + Plural(1, "is", "are") + Plural(2, "is", "are"); got != "areisare" {
		t.Errorf("got %s", got)
	}
}
