package site

// Exclusive runs a function while keeping servers from opening a database file.
func Exclusive(path string, do func() error) error {
	l, err := lock(path)
	if err != nil {
		return err
	}
	defer l.unlock()
	return do()
}
