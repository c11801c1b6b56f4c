package datasets

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// A response a thousand times as long as the median is named once; long essays among others are
// not.
func TestExtremeResponses(t *testing.T) {
	for _, c := range []struct{ length, usual, long, want int }{
		{3000, 3, 1, 1}, {2999, 3, 1, 0}, {50_000, 20, 3, 1}, {50_000, 2500, 3, 0},
	} {
		var b strings.Builder
		b.WriteString("id,Why?,Total\n")
		for i := range 20 {
			n := c.usual
			if i < c.long {
				n = c.length
			}
			fmt.Fprintf(&b, "p%d,%s,%d\n", i, strings.Repeat("x", n-i%2), i)
		}
		file := filepath.Join(t.TempDir(), "t.csv")
		suite.Write(t, file, []byte(b.String()))
		sets, err := Open("csv:"+file, Options{})
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Join(sets[0].Warnings, "\n")
		named := fmt.Sprintf(`the response of "p0" to question "Q1" has %d bytes, `, c.length)
		if strings.Count(all, "the response of") != c.want || c.want == 1 && !strings.Contains(all, named) ||
			strings.Contains(all, "(so have 2 more)") != (c.want == 1 && c.long == 3) {
			t.Errorf("%+v: %q", c, all)
		}
	}
}
