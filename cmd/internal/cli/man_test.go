package cli

import "testing"

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		"plain":        "plain",
		".SH x\n'y":    "\\&.SH x\n\\(aqy",
		`a\b --c-d`:    `a\eb \-\-c\-d`,
		"5,… ~/x `y` ": "5,\\[u2026] \\(ti/x \\(gay\\(ga ",
	} {
		if got := roff(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
