package embed

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/crc64"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	cacheSuffix = ".vectors"
	// maxCache bounds the files of all encoders, in bytes.
	maxCache = 1 << 30
)

var cacheSum = crc64.MakeTable(crc64.ECMA)

// DefaultCache returns the folder for [EncoderOptions].Cache that belongs to the user.
func DefaultCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "luna", "vectors"), nil
}

// cache keeps vectors in files of a folder. Each process appends to a file of its own and reads
// those of all. A file is of one encoder, which its first line tells. Then come records: the
// SHA-256 of a text, its vector, and a checksum of both. Those of an encoder without a digest
// begin with the fixed texts, by which it is known again. Where a record is damaged, the rest of
// the file is ignored.
type cache struct {
	dir, name string
	header    []byte
	id        Identity
	note      func(string, ...any)
	max       int64

	mu      sync.Mutex
	vectors map[[sha256.Size]byte][]float32 // by the digest of the text
	own     string                          // the file to append to, "" before the first vector
	off     bool                            // after an error nothing more is kept
}

// openCache opens the cache of an encoder. A folder that cannot be used is no error.
func openCache(dir string, id Identity, note func(string, ...any)) *cache {
	known := id
	known.Probe = nil
	header, err := json.Marshal(known)
	c := &cache{dir: dir, header: append(append([]byte("luna vectors 1 "), header...), '\n'), id: id,
		note: note, max: maxCache, vectors: map[[sha256.Size]byte][]float32{}}
	sum := sha256.Sum256(c.header)
	c.name = hex.EncodeToString(sum[:16])
	if err := errors.Join(err, os.MkdirAll(dir, 0o700)); err != nil {
		c.fail(err)
	}
	for _, info := range c.files() {
		if strings.HasPrefix(info.Name(), c.name) {
			c.read(filepath.Join(dir, info.Name()))
		}
	}
	return c
}

// files lists the files of all encoders.
func (c *cache) files() (list []os.FileInfo) {
	entries, _ := os.ReadDir(c.dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && strings.HasSuffix(e.Name(), cacheSuffix) {
			list = append(list, info)
		}
	}
	return list
}

// fail stops the cache from keeping more.
func (c *cache) fail(err error) {
	if !c.off {
		c.off = true
		c.note("vectors are not kept for later: %v", err)
	}
}

// read notes the records of a file up to the first one that is damaged.
func (c *cache) read(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	start := make([]byte, len(c.header))
	if _, err := io.ReadFull(in, start); err != nil || !bytes.Equal(start, c.header) {
		return
	}
	record := make([]byte, sha256.Size+4*c.id.Dim+crc64.Size)
	found := map[[sha256.Size]byte][]float32{}
	other := c.id
	other.Probe = nil
	for {
		if _, err := io.ReadFull(in, record); err != nil {
			break
		}
		v := vectorOf(record)
		if v == nil {
			break
		}
		if len(other.Probe) < len(c.id.Probe) {
			other.Probe = append(other.Probe, v)
		}
		found[[sha256.Size]byte(record)] = v
	}
	if c.id.Same(other) != nil {
		return // another model of the same name
	}
	maps.Copy(c.vectors, found)
	now := time.Now()
	_ = os.Chtimes(path, now, now) // what is used is not the oldest
}

// vectorOf returns the vector of a record, nil if it is damaged.
func vectorOf(record []byte) []float32 {
	content := record[:len(record)-crc64.Size]
	if crc64.Checksum(content, cacheSum) != binary.LittleEndian.Uint64(record[len(content):]) {
		return nil
	}
	v := make([]float32, 0, len(content[sha256.Size:])/4)
	for b := content[sha256.Size:]; len(b) > 0; b = b[4:] {
		v = append(v, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	if slices.ContainsFunc(v, func(x float32) bool { return !finite32(x) }) {
		return nil
	}
	return v
}

// get returns the vector of a text, nil if it has none.
func (c *cache) get(text string) []float32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.vectors[sha256.Sum256([]byte(text))]
}

// put keeps the vectors of texts.
func (c *cache) put(texts []string, vectors [][]float32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off {
		return
	}
	var b []byte
	add := func(digest [sha256.Size]byte, v []float32) {
		start := len(b)
		b = appendFloat32(append(b, digest[:]...), v)
		b = binary.LittleEndian.AppendUint64(b, crc64.Checksum(b[start:], cacheSum))
	}
	f, err := os.OpenFile(c.own, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil { // there is none yet, or it was removed
		if f, err = os.CreateTemp(c.dir, c.name+"-*"+cacheSuffix); err != nil { // of mode 0600
			c.fail(err)
			return
		}
		c.own, b = f.Name(), slices.Clone(c.header)
		for i, v := range c.id.Probe {
			add(sha256.Sum256([]byte(c.id.Prefix+probeTexts[i])), v)
		}
	}
	for i, s := range texts {
		digest := sha256.Sum256([]byte(s))
		c.vectors[digest] = vectors[i]
		add(digest, vectors[i])
	}
	_, err = f.Write(b)
	if err := errors.Join(err, f.Close()); err != nil {
		c.fail(err)
	}
	c.prune()
}

// prune removes the oldest files until the rest is within the bound.
func (c *cache) prune() {
	all, total := c.files(), int64(0)
	for _, info := range all {
		total += info.Size()
	}
	slices.SortFunc(all, func(a, b os.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range all {
		if total > c.max && info.Name() != filepath.Base(c.own) &&
			os.Remove(filepath.Join(c.dir, info.Name())) == nil {
			total -= info.Size()
		}
	}
	c.off = c.off || total > c.max // its own file is as large as all may be
}
