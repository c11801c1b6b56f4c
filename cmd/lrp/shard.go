package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

// shardFlags are the flags of a command that does one of several parts of its work.
type shardFlags struct {
	shard, out string
	resume     bool
	i, n       int
}

const maxShards = 100_000

func (f *shardFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.shard, "shard", "",
		"do part `I/N`, I from 0 to N-1, of the FILEs; 'lrp merge' puts the parts together")
	c.Flags().StringVar(&f.out, "out", "", "`DIR` for the part and its manifest")
	c.Flags().BoolVar(&f.resume, "resume", false, "keep a part that is finished already")
}

// parse checks the flags and reports whether a part is asked for.
func (f *shardFlags) parse() (asked bool, err error) {
	if f.shard == "" {
		if f.out != "" || f.resume {
			return false, usagef("--out and --resume found without --shard")
		}
		return false, nil
	}
	i, n, _ := strings.Cut(f.shard, "/")
	var errs [2]error
	f.i, errs[0] = strconv.Atoi(i)
	f.n, errs[1] = strconv.Atoi(n)
	if errors.Join(errs[:]...) != nil || f.n < 1 || f.n > maxShards || f.i < 0 || f.i >= f.n {
		return false, usagef("--shard: found %q, expected I/N such as 0/10, with I from 0 to N-1", f.shard)
	}
	if f.out == "" {
		return false, usagef("--shard needs --out DIR, which all parts share")
	}
	return true, nil
}

// shardManifest describes a part that is finished.
type shardManifest struct {
	Format  string         `json:"format"` // "lrp-shard"
	Version int            `json:"version"`
	Tool    string         `json:"tool"`
	Shard   int            `json:"shard"`
	Shards  int            `json:"shards"`
	Model   string         `json:"model_sha256"`
	Flags   map[string]any `json:"flags"` // those that answers depend on
	Inputs  []shardInput   `json:"inputs"`
	Records int            `json:"records"` // answered
	Bad     int            `json:"bad"`     // skipped
	File    string         `json:"file"`
	Bytes   int64          `json:"bytes"`
	SHA256  string         `json:"sha256"` // of the file
}

type shardInput struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
}

const (
	shardFormat  = "lrp-shard"
	shardVersion = 1
)

// describe returns the manifest of a part before it is done.
func (f *shardFlags) describe(
	c *cobra.Command, model, extension string, files []string,
) (*shardManifest, error) {
	digest, err := fileDigest(model)
	if err != nil {
		return nil, unreadable(model, err, "a model")
	}
	m := &shardManifest{
		Format: shardFormat, Version: shardVersion, Tool: "lrp " + lrp.Version(),
		Shard: f.i, Shards: f.n, Model: digest, Flags: make(map[string]any),
		File: fmt.Sprintf("part-%05d-of-%05d%s", f.i, f.n, extension),
	}
	c.Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "shard", "out", "resume", "model", "workers":
		default:
			m.Flags[flag.Name] = flag.Value.String()
		}
	})
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return nil, unreadable(file, err, "respondents: a table, or JSON lines")
		}
		if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: found no regular file, expected one, because --shard divides it", file)
		}
		m.Inputs = append(m.Inputs, shardInput{file, info.Size()})
	}
	return m, nil
}

func (m *shardManifest) path(dir string) string {
	return filepath.Join(dir, m.File+".manifest.json")
}

// same says how the work of two parts differs; "" if it does not.
func (m *shardManifest) same(o *shardManifest) string {
	switch {
	case m.Model != o.Model:
		return "another model"
	case m.Tool != o.Tool:
		return "another version, " + o.Tool
	case fmt.Sprint(m.Flags) != fmt.Sprint(o.Flags):
		return fmt.Sprintf("other flags, %v", o.Flags)
	case fmt.Sprint(m.Inputs) != fmt.Sprint(o.Inputs):
		return fmt.Sprintf("other inputs, %v", o.Inputs)
	case m.Shards != o.Shards:
		return fmt.Sprintf("another number of parts, %d", o.Shards)
	}
	return ""
}

// done reports whether the part is finished already, or why it cannot be written.
func (f *shardFlags) done(m *shardManifest) (bool, error) {
	path := m.path(f.out)
	found, err := readShard(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil // a part without a manifest was interrupted
	case !f.resume:
		return false, fmt.Errorf("%s: found a finished part, expected none: --resume keeps it", path)
	case err != nil:
		return false, err
	}
	if why := m.same(found); why != "" {
		return false, fmt.Errorf("%s: found %s, expected the same as now", path, why)
	}
	return found.verify(f.out) == nil, nil // what is damaged is done again
}

// verify checks that the file of a part is what its manifest says.
func (m *shardManifest) verify(dir string) error {
	path := filepath.Join(dir, m.File)
	info, err := os.Stat(path)
	if err != nil {
		return unreadable(path, err, "the part that its manifest names")
	}
	if info.Size() != m.Bytes {
		return fmt.Errorf("%s: found %d bytes, expected the %d of its manifest", path, info.Size(), m.Bytes)
	}
	digest, err := fileDigest(path)
	if err == nil && digest != m.SHA256 {
		err = fmt.Errorf("%s: found other bytes than those of its manifest", path)
	}
	return err
}

// predictShard writes the predictions of one part and, once they are there, its manifest.
func (f *recordFlags) predictShard(
	c *cobra.Command, s *shardFlags, args []string, o batch.Options, units *unitFlags,
) error {
	switch {
	case len(args) == 0 || args[0] == "-":
		return usagef("--shard needs FILEs: standard input cannot be divided")
	case f.transductive:
		return usagef("--shard and --transductive exclude each other: a rating would depend on the part")
	}
	extension := ".jsonl"
	for _, file := range args {
		if isDataset(file) {
			return usagef("--shard: found the data set %s, expected files", file)
		}
		if f.form == "auto" && isTable(file) != isTable(args[0]) {
			return usagef("--shard: found tables and JSON lines, expected FILEs of one form")
		}
	}
	if o.Form == batch.CSV {
		extension = ".csv"
	}
	if err := f.checkGiven(c); err != nil {
		return err
	}
	m, err := s.describe(c, f.model, extension, args)
	if err != nil {
		return err
	}
	if done, err := s.done(m); err != nil || done {
		if done {
			cli.Wrote(c, "nothing: part %d of %d is finished", s.i, s.n)
		}
		return err
	}
	model, err := f.modelFlags.open(c)
	if err != nil {
		return err
	}
	o.Scale = units.scale(model)
	if err := os.MkdirAll(s.out, 0o777); err != nil {
		return err
	}
	h := sha256.New()
	err = atomicdir.WriteFile(filepath.Join(s.out, m.File), func(w io.Writer) error {
		return m.predict(c.Context(), model, io.MultiWriter(w, h), o)
	})
	if err != nil {
		return err
	}
	m.SHA256 = hex.EncodeToString(h.Sum(nil))
	if err := atomicdir.WriteFile(m.path(s.out), func(w io.Writer) error { return writeJSON(w, m) }); err != nil {
		return err
	}
	cli.Wrote(c, "part %d of %d: %d records, %d skipped", s.i, s.n, m.Records, m.Bad)
	return nil
}

// predict writes the predictions of a part and counts its records and bytes.
func (m *shardManifest) predict(
	ctx context.Context, model *lrp.Model, w io.Writer, o batch.Options,
) error {
	var total, offset int64
	for _, in := range m.Inputs {
		total += in.Bytes
	}
	counted := &counter{Writer: w}
	for k, in := range m.Inputs {
		low := total*int64(m.Shard)/int64(m.Shards) - offset
		high := total*int64(m.Shard+1)/int64(m.Shards) - offset
		offset += in.Bytes
		if high <= 0 || low >= in.Bytes {
			continue
		}
		out := io.Writer(counted)
		if o.Form == batch.CSV && counted.bytes > 0 {
			out = &headless{Writer: out}
		}
		if err := m.predictFile(ctx, model, m.Inputs[k].File, [2]int64{low, high}, out, o); err != nil {
			return err
		}
	}
	m.Bytes = counted.bytes
	return nil
}

// predictFile predicts the records that begin in a range of bytes of a file. A table and a compressed
// file are not divided: they belong to the part that has their first byte.
func (m *shardManifest) predictFile(
	ctx context.Context, model *lrp.Model, name string, part [2]int64, w io.Writer, o batch.Options,
) error {
	file, err := openInput(name, "respondents: a table, or JSON lines")
	if err != nil {
		return err
	}
	defer file.Close()
	in := io.Reader(file)
	switch packed, err := sheet.Packed(file); {
	case err != nil:
		return unreadable(name, err, "respondents")
	case packed || o.Form == batch.CSV:
		if part[0] > 0 {
			return nil
		}
		if o.Form == batch.CSV {
			break // which its reader decompresses
		}
		unpacked, err := sheet.Unpack(file, name)
		if err != nil {
			return err
		}
		defer unpacked.Close()
		in = unpacked
	default:
		var ends [2]int64
		for i, at := range part {
			if ends[i], err = lineStart(file, at); err != nil {
				return unreadable(name, err, "respondents")
			}
		}
		in = io.NewSectionReader(file, ends[0], ends[1]-ends[0])
		if ends[0] > 0 {
			o.Before = func() int { return countLines(io.NewSectionReader(file, 0, ends[0])) }
		}
	}
	s, err := batch.Predict(ctx, model, in, name, w, o)
	m.Records += s.Records
	m.Bad += s.Bad
	return err
}

// lineStart returns where the first line begins that does not begin before an offset.
func lineStart(file io.ReaderAt, at int64) (int64, error) {
	if at <= 0 {
		return 0, nil
	}
	in := bufio.NewReader(io.NewSectionReader(file, at-1, 1<<62))
	for at--; ; {
		text, err := in.ReadSlice('\n')
		if at += int64(len(text)); err == nil || err == io.EOF {
			return at, nil
		}
		if err != bufio.ErrBufferFull {
			return 0, err
		}
	}
}

// countLines counts the lines of a text that ends with a line.
func countLines(in io.Reader) (n int) {
	buffer := make([]byte, 1<<20)
	for {
		k, err := in.Read(buffer)
		n += bytes.Count(buffer[:k], []byte("\n"))
		if err != nil {
			return n
		}
	}
}

// counter counts the bytes that are written.
type counter struct {
	io.Writer
	bytes int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.bytes += int64(n)
	return n, err
}

// headless leaves out the first line.
type headless struct {
	io.Writer
	begun bool
}

func (h *headless) Write(p []byte) (int, error) {
	rest := p
	if !h.begun {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			return len(p), nil
		}
		h.begun, rest = true, p[i+1:]
	}
	if _, err := h.Writer.Write(rest); err != nil {
		return 0, err
	}
	return len(p), nil
}
