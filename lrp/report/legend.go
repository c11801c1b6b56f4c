package report

import (
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

// legend spells out the codes of the approaches in one paragraph, "" if none has a description.
func legend(r *experiment.Report, opts Options) string {
	var parts []string
	for _, l := range described(r, opts) {
		parts = append(parts, l[0]+" "+shortDescription(l[1]))
	}
	return strings.Join(parts, " · ")
}

// shortDescription returns the name that begins an approach's description, such as "bag of words"
// or "constant best guess".
func shortDescription(s string) string {
	for _, role := range []string{"control: ", "recommended: "} {
		s = strings.TrimPrefix(s, role)
	}
	for _, end := range []string{": ", " (", " of the training ", ", the ", ", learned "} {
		s, _, _ = strings.Cut(s, end)
	}
	return s
}
