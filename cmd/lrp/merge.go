package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

func mergeCommand() *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "merge DIR",
		Short: "put the parts of 'lrp predict --shard' together",
		Long: `Merge checks that the parts in a folder are all there, whole and of the same work, and writes what
'lrp predict' on one computer writes: the same bytes.`,
		Example: "  lrp merge parts --out ratings.jsonl",
		Args:    cli.OneArgument("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			parts, err := readShards(args[0])
			if err != nil {
				return err
			}
			if parts[0].Command != "predict" {
				return fmt.Errorf("%s: found parts of lrp %s, expected those of lrp predict: 'lrp %[2]s' with "+
					"the same arguments and --parts %[1]s makes the report", args[0], parts[0].Command)
			}
			if out != "-" {
				if _, err := os.Stat(out); err == nil {
					return fmt.Errorf("%s: found a file, expected none", out)
				}
			}
			records, bad := 0, 0
			for _, m := range parts {
				records += m.Records
				bad += m.Bad
			}
			if records == 0 && bad > 0 {
				return fmt.Errorf("%s: found no valid record among %d, expected respondents of the model's "+
					"questions", args[0], bad)
			}
			err = writeOutput(c, out, func(w io.Writer) error { return mergeShards(w, args[0], parts) })
			if err != nil {
				return err
			}
			cli.Wrote(c, "%d records of %d parts; %d were skipped", records, len(parts), bad)
			return nil
		},
	}
	c.Flags().StringVar(&out, "out", "-", "new `FILE` for the predictions, or - for standard output")
	return c
}

var errManifest = errors.New("found no manifest of a part")

// readShard reads the manifest of a part.
func readShard(path string) (*shardManifest, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: found no regular file, expected the manifest of a part", path)
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err != nil {
		return nil, unreadable(path, err, "the manifest of a part")
	}
	m := &shardManifest{}
	err = json.Unmarshal(text, m)
	switch {
	case err != nil || m.Format != shardFormat:
		return nil, fmt.Errorf("%s: %w, expected one that lrp wrote", path, errManifest)
	case m.Version != shardVersion:
		return nil, fmt.Errorf("%s: found version %d, expected %d: use the lrp that wrote it (%s)", path,
			m.Version, shardVersion, m.Tool)
	case m.Shards < 1 || m.Shards > maxShards || m.Shard < 0 || m.Shard >= m.Shards ||
		m.File != partName(m.Shard, m.Shards, filepath.Ext(m.File)) || m.path("") != filepath.Base(path) ||
		min(m.Records, m.Bad) < 0 || int64(m.Records) > m.Bytes:
		return nil, fmt.Errorf("%s: found part %d of %d in the file %q, which it does not describe", path,
			m.Shard, m.Shards, m.File)
	}
	return m, nil
}

// readShards reads the manifests of a folder, all of one work, in order, and verifies the parts.
func readShards(dir string) ([]*shardManifest, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, unreadable(dir, err, "a folder of parts")
	}
	var list []*shardManifest
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".manifest.json") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		m, err := readShard(path)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			if why := list[0].same(m); why != "" {
				return nil, fmt.Errorf("%s: found %s, unlike %s, expected parts of one work", path, why,
					list[0].File)
			}
		}
		list = append(list, m)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: found no part, expected those of a command with --shard", dir)
	}
	slices.SortFunc(list, func(a, b *shardManifest) int { return a.Shard - b.Shard })
	var missing []string
	for i, k := 0, 0; i < list[0].Shards; i++ {
		if k < len(list) && list[k].Shard == i {
			k++
		} else if missing = append(missing, fmt.Sprint(i)); len(missing) > 20 {
			missing[20] = "…"
			break
		}
	}
	if len(missing) > 0 || len(list) != list[0].Shards {
		return nil, fmt.Errorf("%s: found %d of %d parts, expected all; these are missing: %s", dir, len(list),
			list[0].Shards, strings.Join(missing, ", "))
	}
	for _, m := range list {
		if err := m.verify(dir); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// mergeShards writes parts one after the other, with the header of the first table alone.
func mergeShards(w io.Writer, dir string, parts []*shardManifest) error {
	out := &joined{Writer: w, tables: filepath.Ext(parts[0].File) == ".csv"}
	for _, m := range parts {
		file, err := os.Open(filepath.Join(dir, m.File))
		if err != nil {
			return err
		}
		_, err = io.Copy(out.next(m.File), file)
		file.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
