package main

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// settingsOf lists everything that a file sets: the flags of each part, and the data sets.
func settingsOf(x *experimentRun) []string {
	list := []string{x.command, x.name, x.out}
	visit := func(part string, flags *pflag.FlagSet) {
		flags.Visit(func(f *pflag.Flag) {
			list = append(list, fmt.Sprintf("%s %s=%q", part, f.Name, f.Value))
		})
	}
	if x.eval != nil {
		visit("eval", x.eval.flags)
	}
	if x.compare != nil {
		visit("compare", x.compare.flags)
	}
	if x.curve != nil {
		visit("curve", x.curve.flags)
	}
	for _, s := range x.sources {
		list = append(list,
			fmt.Sprintf("%q %v", s.spec, asMap(*s.data)))
	}
	return list
}

// FuzzExperiment checks that errors of experiment files are usage errors that name the file, and
// that an experiment is unchanged if the TOML library reads and writes its file.
func FuzzExperiment(f *testing.F) {
	example, err := os.ReadFile("../../docs/experiment.toml")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		"", string(example), "\xff", "[a", "{",
		"trials = 1\nseed = \"18446744073709551615\"\ndatasets = ['a:b']",
		"curve.sizes = [1,2]\n[compare]\nall-pairs=true",
		"dataset = [{spec = 'x', lines = 3}]", "[[dataset]]\nspec=1", "train = nan\nalpha = 1e400",
		"a.\"b.c\".d = [[1], {x = 2}]", "[[a.b]]\n[[a.b]]\n[a.b.c]\n[x]",
		`{"format":"lrp-manifest","version":1,"command":"run",` +
			`"flags":{"trials":1e3,"dataset":[{"spec":"x"}],"curve":{"sizes":null}}}`,
		`{"format":"lrp-manifest","version":1,"command":"curve",` +
			`"flags":{"sizes":[1,null],"datasets":[]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := parseExperiment("a.toml", data)
		if err != nil {
			if !cli.IsUsage(err) || !strings.HasPrefix(err.Error(), "a.toml:") {
				t.Fatalf("error %v", err)
			}
			return
		}
		var content map[string]any
		if x.replay != nil || toml.Unmarshal(data, &content) != nil {
			return
		}
		again, err := toml.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		y, err := parseExperiment("a.toml", again)
		if err != nil {
			t.Fatalf("after rewriting: %v\n%s", err, again)
		}
		if !reflect.DeepEqual(settingsOf(x), settingsOf(y)) {
			t.Fatalf("%q\nafter rewriting: %q", settingsOf(x), settingsOf(y))
		}
	})
}

// TestExperimentKeys checks that every flag of eval, curve and compare can be set in a file, except
// for those that do not affect results.
func TestExperimentKeys(t *testing.T) {
	var known []string
	add := func(of reflect.Type) {
		known = slices.AppendSeq(known, maps.Keys(keysOf(of)))
	}
	add(reflect.TypeFor[experimentFile]())
	add(reflect.TypeFor[curveTable]())
	add(reflect.TypeFor[compareFlags]())
	for _, c := range []string{"eval", "curve", "compare"} {
		flags := evalCommand().Flags()
		switch c {
		case "curve":
			flags = curveCommand().Flags()
		case "compare":
			flags = compareCommand().Flags()
		}
		flags.VisitAll(func(f *pflag.Flag) {
			elsewhere := map[string]bool{"workers": true, "splits-out": true, "format": true, "from": true,
				"shard": true, "parts": true, "resume": true, "cache": true, "judge-limit": true,
				"judge-parallel": true, "judge-price": true, "judge-timeout": true, "judge-cache": true}
			if found := slices.Contains(known, f.Name); found == elsewhere[f.Name] {
				t.Errorf("--%s of %s is a key of experiments: %t", f.Name, c, found)
			}
		})
	}
}

func TestDocumentedExperiment(t *testing.T) {
	example, err := os.ReadFile("../../docs/experiment.toml")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../docs/statistics.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "```toml\n"+string(example)+"```\n") {
		t.Error("docs/statistics.md does not show docs/experiment.toml")
	}
}

// Deep and long keys neither take much memory nor much time.
func TestHostileExperiments(t *testing.T) {
	const n = maxTOML / 4
	long := strings.Repeat("k", n)
	many := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < 2*n; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"deep key":    strings.Repeat("a.", n) + "a=1",
		"deep array":  "a=" + strings.Repeat("[", n) + strings.Repeat("]", n),
		"deep table":  "a=" + strings.Repeat("{a=", n/4) + "1" + strings.Repeat("}", n/4),
		"long table":  "[" + long + "]\n" + many("b%d=1\n"),
		"deep tables": many("[" + strings.Repeat("a.", 500) + "b%d]\n"),
		"too long":    strings.Repeat("a.", maxTOML) + "a=1",
		"manifest": `{"format":"lrp-manifest","version":1,"command":"eval","flags":{"` + long + `":{` +
			strings.TrimSuffix(many(`"b%d":1,`), ",") + "}}}",
	} {
		if _, err := parseExperiment(name, []byte(text)); err == nil {
			t.Errorf("%s: found no error", name)
		}
	}
}
