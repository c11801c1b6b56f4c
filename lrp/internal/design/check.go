package design

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
)

// Check reports why approaches cannot be fitted to a data set: ratings are missing, or the key is.
func Check(ds *datasets.Dataset, approaches []approach.Approach) error {
	if err := ds.CheckRated(); err != nil {
		return err
	}
	if ds.HasKey() {
		return nil
	}
	names := func(list []approach.Approach, needKey bool) []string {
		var names []string
		for _, a := range list {
			if a.NeedsKey() == needKey {
				names = append(names, a.Name)
			}
		}
		return names
	}
	keyed := names(approaches, true)
	if len(keyed) == 0 {
		return nil
	}
	others := names(approach.All(), false)
	return fmt.Errorf("%s: found no answer key for any question, expected one for %s; "+
		"without a key there are %s", ds.Name, strings.Join(keyed, ", "), strings.Join(others, ","))
}
