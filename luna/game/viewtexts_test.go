package game

import (
	"slices"
	"testing"
)

func TestTextsOfViews(t *testing.T) {
	questions := []QuestionView{{Question{Text: "last"}, 4}, {Question{Text: "first"}, 0}, {Question{Text: "none"}, 5}, {Question{Text: "none"}, -1}}
	if got := QuestionTexts(questions); !slices.Equal(got, []string{"first", "", "", "", "last"}) {
		t.Errorf("questions %q", got)
	}
	responses := []ResponseView{{ResponseText{Text: "second"}, 1}, {ResponseText{Text: "none"}, 1 << 40}}
	if got := ResponseTexts(responses); !slices.Equal(got, []string{"", "second", "", "", ""}) {
		t.Errorf("responses %q", got)
	}
}
