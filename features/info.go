package features

// info is the part of an extractor that says what it is.
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
