// Package must spares programs that measure or attack a test of each error: the first one ends what
// they do, like the FailNow of a test, and [Catch] makes it an error again. It is for one goroutine.
package must

// stop is what a panic has.
type stop struct{ error }

// Do panics with an error, if it is one.
func Do(err error) {
	if err != nil {
		panic(stop{err})
	}
}

// Get returns a value unless there is an error.
func Get[T any](v T, err error) T {
	Do(err)
	return v
}

// Get2 returns two values unless there is an error.
func Get2[T, U any](v T, u U, err error) (T, U) {
	Do(err)
	return v, u
}

// Catch sets the error of the function that defers it to that of a panic of this package.
func Catch(err *error) {
	switch reason := recover().(type) {
	case nil:
	case stop:
		*err = reason.error
	default:
		panic(reason)
	}
}
