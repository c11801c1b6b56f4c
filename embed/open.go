package embed

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/luna-rating/luna/internal/files"
)

// Open reads a file of word vectors in the formats of word2vec (text or binary), GloVe,
// fastText (.vec) or Luna, recognised by content and possibly compressed with gzip.
//
// A fault in the file is an [*Error].
func Open(path string, opts Options) (*Vectors, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, files.New(path, 0, "a folder", "a file of word vectors")
	}
	return Read(f, path, opts)
}

// Read is like [Open], for a stream that errors call name. It reads everything into memory, which
// grows only as data arrive, whatever counts the file declares.
func Read(r io.Reader, name string, opts Options) (*Vectors, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	in := bufio.NewReaderSize(r, peekSize)
	if start, _ := in.Peek(len(gzipMagic)); string(start) == string(gzipMagic) {
		unzipped, err := gzip.NewReader(in)
		if err != nil {
			return nil, readError(name, err)
		}
		in = bufio.NewReaderSize(unzipped, peekSize)
	}
	f := opts.format
	if f == autoFormat {
		if _, err := in.Peek(1); err != nil {
			return nil, readError(name, err)
		}
		f = recognise(in)
	}
	switch f {
	case word2vecText, gloVeText:
		return readText(in, name, f, opts)
	case word2vecBinary:
		return readWord2VecBinary(in, name, opts)
	case lunaFormat:
		return readLuna(in, name, opts)
	}
	start, _ := in.Peek(8)
	return nil, files.New(name, 0, fmt.Sprintf("a file that begins with %q", start),
		"word vectors of word2vec (text or binary), GloVe, fastText (.vec) or Luna, or one of these compressed with gzip")
}

// readError returns the error of a file that could not be read to its end.
func readError(file string, err error) *Error {
	e := files.New(file, 0, "an error while reading: "+err.Error(), "word vectors")
	switch {
	case err == io.EOF:
		e = files.New(file, 0, "an empty file", "word vectors")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum),
		errors.Is(err, io.ErrUnexpectedEOF):
		e = files.New(file, 0, "damaged or truncated gzip data",
			"word vectors compressed with gzip")
	}
	e.Err = err
	return e
}
