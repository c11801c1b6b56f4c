package columns

import (
	"fmt"
	"strings"
	"testing"
)

func TestJoinPairs(t *testing.T) {
	header := []string{"Name", "Why does it rain?", "What is snow?"}
	table := func(last string) (rows [][]string) {
		for i := range 6 {
			rows = append(rows, []string{fmt.Sprintf("person %d", i), "since clouds rise and cool down", "frozen water"},
				[]string{"", fmt.Sprint(i % 3), "2"})
		}
		return append(rows, []string{"last", "clouds"}, strings.Split(last, "|")) // a cell short
	}
	joined, rows, ok := JoinPairs(header, table("|1"))
	if !ok || len(rows) != 7 || strings.Join(joined, "|") != "Name|Why does it rain?|What is snow?|"+
		"Why does it rain? points|What is snow? points" {
		t.Fatalf("%v, %d rows of %q", ok, len(rows), joined)
	}
	for i, want := range map[int]string{4: "person 4|since clouds rise and cool down|frozen water|1|2", 6: "last|clouds||1|"} {
		if got := strings.Join(rows[i], "|"); got != want {
			t.Errorf("row %d: %q, expected %q", i+1, got, want)
		}
	}
	for _, last := range []string{"name|1", "|none at all"} {
		if _, rows, ok := JoinPairs(header, table(last)); ok || len(rows) != 14 {
			t.Errorf("%q at the end: %v, %d rows", last, ok, len(rows))
		}
	}
}
