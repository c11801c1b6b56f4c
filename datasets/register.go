package datasets

import (
	"fmt"
	"slices"
	"sync"
)

// registered are the kinds of [Register], in its order.
var registered struct {
	sync.RWMutex
	kinds []kind
}

// Register adds a kind to those that [Open] reads and [Kinds] lists. It is for packages that this one cannot import,
// such as the generator of synthetic respondents, and meant to be called from their init functions. open gets what
// comes after the colon of the specification, which is not empty where k.Path is not, and returns the data sets, which
// Open validates. Register panics where the name is empty or taken.
func Register(k Kind, open func(path string, opts Options) ([]*Dataset, error)) {
	registered.Lock()
	defer registered.Unlock()
	taken := func(other kind) bool { return other.Name == k.Name }
	if k.Name == "" || slices.ContainsFunc(kinds, taken) || slices.ContainsFunc(registered.kinds, taken) {
		panic(fmt.Sprintf("datasets: the kind %q is registered twice or has no name", k.Name))
	}
	registered.kinds = append(registered.kinds, kind{k, func(_, path string, opts Options) ([]*Dataset, error) { return open(path, opts) }})
}

// allKinds is the registry and what was added to it.
func allKinds() []kind {
	registered.RLock()
	defer registered.RUnlock()
	return slices.Concat(kinds, registered.kinds)
}
