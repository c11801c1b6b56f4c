package atomicdir

import "os"

// An open file cannot be removed.

func acquire(*os.File) {}

// abandoned reports whether no process has the file path open, and removes it in that case.
func abandoned(path string) bool { return os.Remove(path) == nil }

func lockFolder(string) (done func()) { return func() {} }

// Lock does nothing here.
func Lock(*os.File) error { return nil }
