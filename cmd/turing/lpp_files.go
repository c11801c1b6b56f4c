package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/turing/lpp"
)

// recording is a log that keys are appended to. When add returns, its keys are on the disk.
type recording struct {
	file    *os.File
	earlier []keylog.Stroke
	limit   int    // number of keys, if not 0, after which full is called
	full    func() // called once or more

	mu            sync.Mutex
	log           *keylog.Writer
	local, remote int
}

// recordHead is the head of a new log.
var recordHead = []string{"Keys of the Loebner Prize Protocol, recorded by turing lpp record"}

// maxLog is the maximum size of a log to continue, in bytes.
const maxLog = 64 << 20

// openRecording opens a log to continue, or creates one. It fails if another process is using it.
func openRecording(path string, round keylog.Round) (r *recording, err error) {
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
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	data, err := files.ReadAll(f, path, maxLog, "a keystroke log")
	if err != nil {
		return nil, err
	}
	old, err := parseRecording(data, path)
	if err != nil {
		return nil, err
	}
	// What follows the last whole line was being written in a crash. No key press of it was
	// removed.
	whole := int64(bytes.LastIndexByte(data, '\n') + 1)
	if err = f.Truncate(whole); err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return nil, err
	}
	r = &recording{file: f}
	if r.log, err = keylog.NewWriter(f, recordHead, whole > 0); err != nil {
		return nil, err
	}
	last := keylog.Round{Number: -1}
	for _, last = range old {
		r.earlier = append(r.earlier, last.Strokes...)
	}
	if last.Number != round.Number || last.Judge != round.Judge {
		err = r.log.Begin(round)
	}
	return r, cmp.Or(err, f.Sync())
}

// parseRecording returns the rounds of a log's whole lines.
func parseRecording(data []byte, path string) ([]keylog.Round, error) {
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	log, _, err := keylog.Read(bytes.NewReader(whole), path)
	if err == nil {
		return log.Rounds, nil
	}
	head := []byte(recordHead[0])
	if bytes.HasPrefix(head, data[:min(len(data), len(head))]) {
		return nil, nil // a log of this program without a key
	}
	return nil, err
}

// taken returns the key presses of an end that the log had when it was opened.
func (r *recording) taken(side keylog.Side, by lpp.End) []lpp.Press {
	var list []lpp.Press
	for _, s := range r.earlier {
		if s.Side == side && s.Local == (by == lpp.Judge) && s.Valid() {
			list = append(list, lpp.Press{Sequence: s.Sequence, Key: s.Key, By: by})
		}
	}
	return list
}

// add records key presses.
func (r *recording) add(side keylog.Side, presses []lpp.Press) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now().UnixMicro()
	strokes := make([]keylog.Stroke, len(presses))
	for i, p := range presses {
		strokes[i] = keylog.Stroke{Received: now, Sequence: p.Sequence,
			Local: p.By == lpp.Judge, Side: side, Key: p.Key}
		if p.By == lpp.Judge {
			r.local++
		} else {
			r.remote++
		}
	}
	if err := cmp.Or(r.log.Add(strokes...), r.file.Sync()); err != nil {
		return err
	}
	if r.limit > 0 && r.local+r.remote >= r.limit {
		r.full()
	}
	return nil
}

func (r *recording) summary() string {
	s := fmt.Sprintf("recorded %s: %d of the judge, %d of entities",
		text.Count(r.local+r.remote, "key"), r.local, r.remote)
	if n := len(r.earlier); n > 0 {
		s += fmt.Sprintf("; the log had %d", n)
	}
	return s
}

func (r *recording) Close() error {
	r.mu.Lock() // what is being added is in the log
	defer r.mu.Unlock()
	return errors.Join(r.file.Sync(), r.file.Close())
}
