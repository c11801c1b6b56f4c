package keylog

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/turing/lpp"
)

// Appender writes keys to a file as they arrive.
type Appender struct {
	file    *os.File
	earlier []Stroke // that the file had when it was opened

	mu    sync.Mutex
	log   *Writer
	added int
}

// appendedHead is the head of a log that Append creates.
const appendedHead = "Keys of the Loebner Prize Protocol, recorded by turing lpp record"

// Append opens a log to go on with, or creates one with one round. A last line that a crash has cut
// is removed. Append fails if another process writes to the file.
func Append(path string) (a *Appender, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if err := atomicdir.Lock(f); err != nil {
		return nil, files.At(path, 0, err)
	}
	data, err := files.ReadAll(f, path, maxBytes, "a keystroke log")
	if err != nil {
		return nil, err
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1] // what follows was not acknowledged
	a = &Appender{file: f}
	log, _, err := Read(bytes.NewReader(whole), path)
	if err == nil {
		a.earlier = log.Strokes()
	} else if !bytes.HasPrefix(data, []byte(appendedHead)[:min(len(data), len(appendedHead))]) {
		return nil, err // otherwise it is a log of this program without a key that can be read
	}
	_, err = f.Seek(int64(len(whole)), io.SeekStart)
	if err = cmp.Or(err, f.Truncate(int64(len(whole)))); err != nil {
		return nil, err
	}
	var head []string
	if len(whole) == 0 {
		head = []string{appendedHead}
	}
	if a.log, err = NewWriter(f, head...); err == nil && log == nil {
		err = a.log.Begin(Round{Number: 1})
	}
	return a, cmp.Or(err, f.Sync())
}

// Taken returns the key presses of an end that the file had when it was opened.
func (a *Appender) Taken(side Side, by lpp.End) []lpp.Press {
	var list []lpp.Press
	for _, s := range a.earlier {
		if s.Side == side && s.By() == by && s.Valid() {
			list = append(list, lpp.Press{Sequence: s.Sequence, Key: s.Key, By: by})
		}
	}
	return list
}

// Add writes key presses at a terminal. When it returns, they are on the disk.
func (a *Appender) Add(side Side, presses []lpp.Press) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now().UnixMicro()
	strokes := make([]Stroke, len(presses))
	for i, p := range presses {
		strokes[i] = Stroke{Received: now, Sequence: p.Sequence, Local: p.By == lpp.Judge, Side: side, Key: p.Key}
	}
	a.added += len(presses)
	return cmp.Or(a.log.Add(strokes...), a.file.Sync())
}

// Keys returns how many keys the file had when it was opened, and how many were added.
func (a *Appender) Keys() (earlier, added int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.earlier), a.added
}

// Close closes the file once what is being added is in it.
func (a *Appender) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return errors.Join(a.file.Sync(), a.file.Close())
}
