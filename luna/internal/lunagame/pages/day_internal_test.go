package pages

import (
	"strings"
	"testing"
	"time"
)

// TestDayQuestions checks that each of the days of a round has a question of its own.
func TestDayQuestions(t *testing.T) {
	first, seen := dayOf(time.Date(2016, 3, 3, 23, 59, 59, 0, time.UTC)), make(map[string]bool)
	for day := range maxQuestions {
		q := questionOf(first + day)
		if strings.TrimSpace(q) == "" || seen[q] {
			t.Errorf("day %d has the question %q", day, q)
		}
		seen[q] = true
	}
	if rest := strings.Split(dayQuestions, "\n")[maxQuestions:]; len(rest) != 1 || rest[0] != "" {
		t.Errorf("questions that no day has: %q", rest)
	}
	next := time.Date(2016, 3, 4, 0, 0, 0, 0, time.UTC)
	if questionOf(first+maxQuestions) != questionOf(first) || dayOf(next) != first+1 {
		t.Error("the days do not follow each other")
	}
}
