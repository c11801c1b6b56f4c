package main

// stop is the value of a panic by which the first error ends the work of a scenario, like a test's
// FailNow. catch turns it into an error again. It works within one goroutine.
type stop struct{ error }

// do panics if err is not nil.
func do(err error) {
	if err != nil {
		panic(stop{err})
	}
}

// get returns v. It panics if err is not nil.
func get[T any](v T, err error) T {
	do(err)
	return v
}

// catch recovers from such a panic and sets *err to its error. Call it with defer.
func catch(err *error) {
	switch reason := recover().(type) {
	case nil:
	case stop:
		*err = reason.error
	default:
		panic(reason)
	}
}
