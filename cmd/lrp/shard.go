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
	"time"
	"unicode"

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
	shard, dir string
	resume     bool
	i, n       int
}

const maxShards = 100_000

func (f *shardFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.shard, "shard", "",
		"do part `I/N` of the work, I from 0 to N-1")
	c.Flags().StringVar(&f.dir, "parts", "", "`DIR` of the parts and their manifests")
	c.Flags().BoolVar(&f.resume, "resume", false, "keep a part that is finished already")
}

// parse checks the flags and reports whether a part is asked for.
func (f *shardFlags) parse() (asked bool, err error) {
	if f.shard == "" {
		if f.resume {
			return false, usagef("--resume found without --shard")
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
	if f.dir == "" {
		return false, usagef("--shard needs --parts DIR, which all parts share")
	}
	return true, nil
}

// shardManifest describes a part that is finished.
type shardManifest struct {
	Format  string         `json:"format"` // "lrp-shard"
	Version int            `json:"version"`
	Tool    string         `json:"tool"`
	Command string         `json:"command"` // predict or eval
	Shard   int            `json:"shard"`
	Shards  int            `json:"shards"`
	Model   string         `json:"model_sha256,omitempty"`
	Flags   map[string]any `json:"flags"` // those that answers depend on
	Inputs  []shardInput   `json:"inputs"`
	Records int            `json:"records"` // answered
	Bad     int            `json:"bad"`     // skipped
	File    string         `json:"file"`
	Bytes   int64          `json:"bytes"`
	SHA256  string         `json:"sha256"` // of the file
}

type shardInput struct {
	File   string `json:"file"` // or the name of a data set
	Bytes  int64  `json:"bytes,omitempty"`
	Time   string `json:"modified,omitempty"`
	SHA256 string `json:"sha256,omitempty"` // of a data set
}

const (
	shardFormat  = "lrp-shard"
	shardVersion = 1
)

// manifest returns the manifest of a part before it is done.
func (f *shardFlags) manifest(command, extension string, flags map[string]any) *shardManifest {
	return &shardManifest{
		Format: shardFormat, Version: shardVersion, Tool: "lrp " + lrp.Version(), Command: command,
		Shard: f.i, Shards: f.n, Flags: flags,
		File: partName(f.i, f.n, extension),
	}
}

func partName(i, n int, extension string) string {
	return fmt.Sprintf("part-%05d-of-%05d%s", i, n, extension)
}

// write writes the file of a part and, once it is there, the manifest. Do says what is in it.
func (f *shardFlags) write(m *shardManifest, do func(io.Writer) error) error {
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return err
	}
	h := sha256.New()
	err := atomicdir.WriteFile(filepath.Join(f.dir, m.File), func(w io.Writer) error {
		counted := &counter{Writer: io.MultiWriter(w, h)}
		err := do(counted)
		m.Bytes = counted.bytes
		return err
	})
	if err != nil {
		return err
	}
	m.SHA256 = hex.EncodeToString(h.Sum(nil))
	return atomicdir.WriteFile(m.path(f.dir), func(w io.Writer) error { return writeJSON(w, m) })
}

func (m *shardManifest) path(dir string) string {
	return filepath.Join(dir, m.File+".manifest.json")
}

// same says how the work of two parts differs; "" if it does not.
func (m *shardManifest) same(o *shardManifest) string {
	switch {
	case m.Command != o.Command:
		return "a part of lrp " + o.Command
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

// done reports whether the part is finished already, or why it cannot be written. What is damaged is
// done again.
func (f *shardFlags) done(c *cobra.Command, m *shardManifest) (bool, error) {
	path := m.path(f.dir)
	found, err := readShard(path)
	damaged := errors.Is(err, errManifest)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil // a part without a manifest was interrupted
	case err != nil && !damaged:
		return false, err
	case !f.resume:
		return false, fmt.Errorf("%s: found a finished part, expected none: --resume keeps it, if it is "+
			"whole", path)
	case damaged:
		return false, nil
	}
	if why := m.same(found); why != "" {
		return false, fmt.Errorf("%s: found %s, expected the same as now", path, why)
	}
	if found.verify(f.dir) != nil {
		return false, nil
	}
	cli.Wrote(c, "nothing: part %d of %d is finished", f.i, f.n)
	return true, nil
}

// verify checks that the file of a part is what its manifest says.
func (m *shardManifest) verify(dir string) error {
	path := filepath.Join(dir, m.File)
	info, err := os.Stat(path)
	if err != nil {
		return unreadable(path, err, "the part that its manifest names")
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: found no regular file, expected the part that its manifest names", path)
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
	flags := make(map[string]any) // those that answers depend on
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		switch flag.Name {
		case "shard", "parts", "resume", "model", "workers", "line-buffered", "help":
		default:
			flags[flag.Name] = flag.Value.String()
		}
	})
	m := s.manifest("predict", extension, flags)
	if err := m.describe(f.model, args); err != nil {
		return err
	}
	if done, err := s.done(c, m); err != nil || done {
		return err
	}
	model, err := f.modelFlags.open(c)
	if err != nil {
		return err
	}
	o.Scale = units.scale(model)
	err = s.write(m, func(w io.Writer) error { return m.predict(c.Context(), model, w, o) })
	if err != nil {
		return err
	}
	for _, note := range f.notes {
		fmt.Fprintf(c.ErrOrStderr(), "lrp: %s\n", note)
	}
	units.note(c, model.Scale())
	cli.Wrote(c, "part %d of %d: %d records, %d skipped", s.i, s.n, m.Records, m.Bad)
	return nil
}

// describe adds the model and the files of respondents.
func (m *shardManifest) describe(model string, files []string) (err error) {
	if m.Model, err = fileDigest(model); err != nil {
		return unreadable(model, err, "a model")
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return unreadable(file, err, "respondents: a table, or JSON lines")
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: found no regular file, expected one, because --shard divides it", file)
		}
		m.Inputs = append(m.Inputs, shardInput{File: filepath.Clean(file), Bytes: info.Size(),
			Time: info.ModTime().UTC().Format(time.RFC3339Nano)})
	}
	return nil
}

// predict writes the predictions of a part and counts its records and bytes.
func (m *shardManifest) predict(
	ctx context.Context, model *lrp.Model, w io.Writer, o batch.Options,
) error {
	var total, offset int64
	for _, in := range m.Inputs {
		total += max(1, in.Bytes) // an empty table is found out
	}
	out := &joined{Writer: w, tables: o.Form == batch.CSV}
	for k, in := range m.Inputs {
		low := total*int64(m.Shard)/int64(m.Shards) - offset
		high := total*int64(m.Shard+1)/int64(m.Shards) - offset
		offset += max(1, in.Bytes)
		if high <= 0 || low >= max(1, in.Bytes) {
			continue
		}
		of := o
		of.Note = func(note string) { o.Note(cli.InLine(in.File) + ": " + cli.InLine(note)) }
		err := m.predictFile(ctx, model, m.Inputs[k].File, [2]int64{low, high}, out.next(in.File), of)
		if err != nil {
			return err
		}
	}
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
		// Blank lines at the beginning are read again, because a header may follow them.
		if blank, err := isBlank(io.NewSectionReader(file, 0, ends[0])); err != nil {
			return unreadable(name, err, "respondents")
		} else if blank {
			ends[0] = 0
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

// isBlank reports whether a text has nothing but white space and a byte order mark.
func isBlank(in io.Reader) (bool, error) {
	r := bufio.NewReader(in)
	for {
		c, _, err := r.ReadRune()
		switch {
		case err == io.EOF:
			return true, nil
		case err != nil:
			return false, err
		case c != '\ufeff' && !unicode.IsSpace(c):
			return false, nil
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

// joined joins the answers to files, tables under one header.
type joined struct {
	io.Writer
	tables bool
	first  []byte // the header
	header []byte // of this table, as far as it is there
	begun  bool   // it is complete
	name   string // of the file
}

// next begins the answers to another file.
func (j *joined) next(name string) io.Writer {
	j.header, j.begun, j.name = nil, !j.tables, name
	return j
}

// Write implements [io.Writer].
func (j *joined) Write(p []byte) (int, error) {
	rest := p
	if !j.begun {
		i := bytes.IndexByte(p, '\n') + 1
		if i == 0 {
			j.header = append(j.header, p...)
			return len(p), nil
		}
		j.header, rest, j.begun = append(j.header, p[:i]...), p[i:], true
		switch {
		case j.first == nil:
			j.first = j.header
			rest = append(bytes.Clone(j.header), rest...)
		case !bytes.Equal(j.first, j.header):
			return 0, fmt.Errorf("%s: found other columns of answers, %s, expected %s, as of the tables "+
				"before it", j.name, bytes.TrimSpace(j.header), bytes.TrimSpace(j.first))
		}
	}
	if _, err := j.Writer.Write(rest); err != nil {
		return 0, err
	}
	return len(p), nil
}
