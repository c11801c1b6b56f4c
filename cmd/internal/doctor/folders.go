package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// writable checks that a file can be written to a folder.
func writable(name, dir, hint string) Check {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	c := Check{Name: name, Status: "ok", Found: dir + " can be written to"}
	f, err := os.CreateTemp(dir, ".doctor-")
	if err == nil {
		_, err = f.WriteString("written by a check\n")
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		if pathError, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathError.Err // without the random name of the temporary file
		}
		return Check{Name: name, Status: "failed",
			Found: "cannot write to " + dir + ": " + err.Error(), Hint: hint}
	}
	return c
}
