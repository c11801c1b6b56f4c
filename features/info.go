package features

// info is the name, description and kind of an extractor.
type info struct {
	name, description string
	kind              Kind
}

// Name implements [Extractor].
func (i info) Name() string { return i.name }

// Description implements [Extractor].
func (i info) Description() string { return i.description }

// Kind implements [Extractor].
func (i info) Kind() Kind { return i.kind }
