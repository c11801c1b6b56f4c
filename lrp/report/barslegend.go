package report

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/internal/palette"
)

// size returns a panel's second line.
func (v view) size() string {
	s := fmt.Sprintf("%s × %s", counted(v.Respondents, "respondent"),
		counted(v.Questions, "question"))
	if v.Synthetic {
		return "SYNTHETIC, " + s
	}
	return s
}

// caption explains the panels on a page.
func (b *bars) caption() string {
	s := b.explanation()
	if b.outlined {
		s += " Significance is that of the table: p below 5% with Holm's adjustment."
	}
	if len(b.colors) > 1 {
		names := make([]string, len(b.colors))
		for name, i := range b.colors {
			names[i] = palette.SeriesNames[i%len(palette.SeriesNames)] + " " + clean(name)
		}
		s += " Colours on a light page: " + strings.Join(names, ", ") + "."
	}
	return s
}
