// Package must saves programs that measure or attack from checking every error. The first error
// stops the work by a panic, like a test's FailNow, and [Catch] turns it into an error again. It
// works within one goroutine.
package must

// stop is the value of such a panic.
type stop struct{ error }

// Do panics if err is not nil.
func Do(err error) {
	if err != nil {
		panic(stop{err})
	}
}

// Get returns v. It panics if err is not nil.
func Get[T any](v T, err error) T {
	Do(err)
	return v
}

// Get2 returns v and u. It panics if err is not nil.
func Get2[T, U any](v T, u U, err error) (T, U) {
	Do(err)
	return v, u
}

// Catch recovers from a panic of this package and sets *err to its error. Call it with defer.
func Catch(err *error) {
	switch reason := recover().(type) {
	case nil:
	case stop:
		*err = reason.error
	default:
		panic(reason)
	}
}
