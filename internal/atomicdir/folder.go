package atomicdir

// LockFolder waits until no other process changes a folder in which it is called too, and makes
// others wait until done is called.
func LockFolder(path string) (done func()) { return lockFolder(path) }
