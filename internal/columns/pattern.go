package columns

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/internal/text"
)

// counter matches what may tell the names of a series apart.
var counter = text.Pattern(`[0-9]+|\b[A-Za-z]\b`)

// Names returns what options call columns: a pattern such as "Q*" if these are a series and no
// other column fits it, or else the name of each or, where that does not tell, its number.
func Names(header []string, which []int) (list []string) {
	t, _ := newTable(header, nil, Options{})
	tells := func(name string, of ...int) bool {
		found, err := t.columns("", name)
		return name != "" && err == nil && slices.Equal(found, of)
	}
	for i, k := range which {
		name := header[k]
		for _, at := range counter().FindAllStringIndex(name, -1) {
			if p := name[:at[0]] + "*" + name[at[1]:]; i == 0 && len(which) > 1 && tells(p, which...) {
				return []string{p}
			}
		}
		if !tells(name, k) {
			name = fmt.Sprintf("#%d", k+1)
		}
		list = append(list, name)
	}
	return list
}
