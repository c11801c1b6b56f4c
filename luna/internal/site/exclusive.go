package site

// Lock keeps servers from opening a database file until unlock is called.
func Lock(path string) (unlock func(), err error) {
	l, err := lock(path)
	if err != nil {
		return func() {}, err
	}
	return l.unlock, nil
}

// Exclusive runs a function while keeping servers from opening a database file.
func Exclusive(path string, do func() error) error {
	unlock, err := Lock(path)
	if err != nil {
		return err
	}
	defer unlock()
	return do()
}
