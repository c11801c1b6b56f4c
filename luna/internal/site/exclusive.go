package site

// Exclusive runs a function while no server may open a database file.
func Exclusive(path string, do func() error) error {
	f, err := lock(path)
	if err != nil {
		return err
	}
	defer unlock(f)
	return do()
}
