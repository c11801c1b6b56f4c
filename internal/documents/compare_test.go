package documents

import "testing"

func TestMatches(t *testing.T) {
	const printed = "COM 0.12\nALL 0.10\nin 3 s\n"
	for shown, want := range map[string]bool{
		"COM 0.12\nALL 0.10\nin 3 s": true,
		"COM 0.12\n…\nin … s":        true,
		"…\nALL 0.10\n…":             true,
		"COM 0.13\n…":                false,
		"COM 0.12":                   false,
		"COM 0.12\nALL 0x10\nin …":   false,
	} {
		if Matches(shown, printed) != want {
			t.Errorf("%q matches: expected %v", shown, want)
		}
	}
}

func TestRenew(t *testing.T) {
	const printed = "table\nBWO   9.12  4\nCOM  10.50 12\nin 4 s\n"
	for shown, want := range map[string]string{
		"anything\nwithout gaps":               "table\nBWO   9.12  4\nCOM  10.50 12\nin 4 s",
		"table\n…\nCOM   9.75 11\nin … s":      "table\n…\nCOM  10.50 12\nin … s",
		"…\nALL   9.75 11\n…":                  "",
		"table\n…\nCOM   9.75 11\n…\nin … min": "",
	} {
		if got, ok := renew(shown, printed); got != want || ok != (want != "") {
			t.Errorf("%q becomes %q (%v), expected %q", shown, got, ok, want)
		}
	}
}

func TestConsole(t *testing.T) {
	list := Console("$ a=1\n$ echo $a\n1\n\n2\n$ true\n")
	want := []Shown{{"a=1", ""}, {"echo $a", "1\n\n2"}, {"true", ""}}
	if len(list) != len(want) || list[0] != want[0] || list[1] != want[1] || list[2] != want[2] {
		t.Errorf("found %q, expected %q", list, want)
	}
}
