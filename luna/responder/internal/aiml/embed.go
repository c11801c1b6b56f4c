package aiml

import (
	_ "embed" // the default set
	"sync"
)

//go:embed default.aiml
var defaultText []byte

// Default returns the set of this package.
var Default = sync.OnceValue(func() *Set {
	s, err := Parse(defaultText, "default.aiml")
	if err != nil {
		panic(err) // a test parses it
	}
	return s
})
