package atomicdir

// LockFolder waits until no other process holds the lock on a folder, and takes it until done is
// called.
func LockFolder(path string) (done func()) { return lockFolder(path) }
