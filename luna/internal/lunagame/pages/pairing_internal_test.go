package pages

import (
	"testing"
	"time"
)

func TestGraceText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "", time.Millisecond: "", time.Second: "1 second", 45 * time.Second: "45 seconds",
		90 * time.Second: "90 seconds", 5 * time.Minute: "5 minutes",
	} {
		if got := graceText(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
