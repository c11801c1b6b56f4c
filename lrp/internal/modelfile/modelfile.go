// Package modelfile reads and writes the parts of a model file that do not depend on the kind of
// model. A model file is five lines of JSON:
//
//	the head           what trained the model and what it depends on
//	the questions      [{"id","text","key":[…]}]
//	the training part  {"texts":[[…]],"responses":[[…]],"ratings":[…],"scores":[[…]]}
//	what was learned   {"learner":…,"probe":[…]} or {"design":…,…} or {"constant":…,…}
//	the digest         {"sha256":"…"} of all bytes before it
package modelfile

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/files"
)

const (
	// Format is in the head of every model file.
	Format = "lrp-model"
	// Version is the version of the format that is written. Files of version 1 have a rating for
	// everybody and no scores.
	Version = 2
	// maxBytes bounds what is read.
	maxBytes = 1 << 30
	lines    = 5
)

// Lines are the lines of a model file without the digest.
type Lines struct{ Head, Questions, Training, Learned []byte }

// Write writes the lines, each as JSON, and their digest.
func Write(w io.Writer, head, questions, training, learned any) error {
	buffered := bufio.NewWriter(w)
	digest := sha256.New()
	encoder := json.NewEncoder(io.MultiWriter(buffered, digest))
	encoder.SetEscapeHTML(false)
	for _, line := range []any{head, questions, training, learned} {
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	fmt.Fprintln(buffered, digestLine(digest.Sum(nil)))
	return buffered.Flush()
}

func digestLine(sum []byte) string {
	return fmt.Sprintf("{\"sha256\":%q}", hex.EncodeToString(sum))
}

// Read reads the lines and checks format, version and digest. The content of the lines is not to be
// trusted beyond that. With an error comes the number of the line it is in, 0 if it is in none. A
// failure to read is a [*files.Error].
func Read(r io.Reader) (_ Lines, line int, err error) {
	in := bufio.NewReader(r)
	if start, err := in.Peek(len(beginning)); err == nil && !bytes.Equal(start, beginning) {
		return Lines{}, 1, errNoHead // rather than read a device that never ends
	}
	content, err := io.ReadAll(io.LimitReader(in, maxBytes+1))
	if err != nil {
		return Lines{}, 0, files.At("", 0, err)
	}
	if len(content) > maxBytes {
		return Lines{}, 0, fmt.Errorf("found more than %d bytes", maxBytes)
	}
	head, _, _ := bytes.Cut(content, []byte("\n"))
	if err := checkFormat(head); err != nil {
		return Lines{}, 1, err
	}
	list := bytes.Split(content, []byte("\n"))
	if len(list) != lines+1 || len(list[lines]) > 0 {
		return Lines{}, 0, fmt.Errorf(
			"found %d lines, expected %d, each with its end", len(list)-1, lines,
		)
	}
	digest := list[lines-1]
	sum := sha256.Sum256(content[:len(content)-len(digest)-1])
	if string(digest) != digestLine(sum[:]) {
		return Lines{}, lines, errors.New(
			"the digest does not match: the file was damaged or changed",
		)
	}
	return Lines{list[0], list[1], list[2], list[3]}, 0, nil
}

// beginning is how every model file begins.
var beginning = []byte(`{"format"`)

var errNoHead = fmt.Errorf("found no head of a model, expected {\"format\":%q,…}", Format)

// checkFormat reads format and version before anything else, as a newer version may have other
// fields.
func checkFormat(head []byte) error {
	var mark struct {
		Format  string  `json:"format"`
		Version float64 `json:"version"`
	}
	err := json.Unmarshal(head, &mark)
	switch {
	case err != nil || mark.Format != Format:
		return errNoHead
	case mark.Version > Version:
		return fmt.Errorf("found version %v of the format, expected at most %d: "+
			"it was made by a newer program: install a newer lrp", mark.Version, Version)
	case mark.Version != 1 && mark.Version != Version:
		return fmt.Errorf("found version %v of the format, expected 1 or %d", mark.Version, Version)
	}
	return nil
}
