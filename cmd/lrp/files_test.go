package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/lrp/auto"
)

// notInputFiles lists the flags of a command whose description names a file to read, but which are
// not of the type that shows whether the file has changed.
func notInputFiles(c *cobra.Command) (list []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		placeholder, usage := pflag.UnquoteUsage(f)
		named := strings.Contains(placeholder, "FILE") || placeholder != "URL#MODEL" && strings.Contains(placeholder, "MODEL") ||
			placeholder == "string" && strings.HasPrefix(usage, "file")
		written := slices.Contains([]string{"out", "key-out", "save-mapping", "splits-out"}, f.Name) ||
			c.Name() == "train" && f.Name == "model"
		_, isInput := f.Value.(inputFile)
		if isInput != (named && !written) {
			list = append(list, c.Name()+" --"+f.Name)
		}
	})
	return list
}

// inputFlags lists the names of a command's flags that name files to read.
func inputFlags(c *cobra.Command) (list []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if _, ok := f.Value.(inputFile); ok {
			list = append(list, f.Name)
		}
	})
	return list
}

// TestFileFlags checks that every flag that names a file to read is of the type [inputFile].
func TestFileFlags(t *testing.T) {
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		for _, flag := range notInputFiles(c) {
			t.Errorf("%s: call inputFiles or dataFiles for it if and only if it names a file to read", flag)
		}
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	check(rootCommand())

	eval := evalCommand()
	eval.Flags().String("outcomes", "", "`NAME=FILE` of another program's predictions")
	eval.Flags().String("weights", "", "file of weights")
	if found, want := notInputFiles(eval), []string{"eval --outcomes", "eval --weights"}; !slices.Equal(
		found, want) {
		t.Errorf("found %q among the flags of other types, expected %q", found, want)
	}
}

// respondents is a table of respondents whose answers and ratings depend on a number.
func respondents(n int) string {
	var b strings.Builder
	b.WriteString("id,What colour is the sky?,What did the boy kick?,rating\n")
	for i := range 12 {
		answers := []string{"blue", "the ball", "green", "a stone", "dark blue", "no idea"}
		fmt.Fprintf(&b, "p%d-%d,%s,%s,%d\n", n, i, answers[i*n%6], answers[(i+n)%6], 1+(i*7+n)%10)
	}
	return b.String()
}

// twoContents returns two contents of the file that a flag names.
func twoContents(t *testing.T, flag string) (contents [2][]byte) {
	t.Helper()
	for n := range contents {
		switch flag {
		case "vectors", "encoder":
			contents[n] = fmt.Appendf(nil, "3 2\nblue 1 0\nball 0 1\nsky 1 %d\n", 2+n)
		case "prior":
			p := auto.DefaultPrior()
			p.Intercept += float64(n)
			var b bytes.Buffer
			if err := p.Write(&b); err != nil {
				t.Fatal(err)
			}
			contents[n] = b.Bytes()
		case "key":
			contents[n] = fmt.Appendf(nil, "question,text,answer\nWhat colour is the sky?,,%s\n",
				[]string{"blue", "grey"}[n])
		case "mapping":
			contents[n] = fmt.Appendf(nil, "max = %d\n", 10+n)
		case "judge-instructions":
			contents[n] = fmt.Appendf(nil, "Be %d times kinder.", 2+n)
		case "test":
			contents[n] = []byte(respondents(2 + n))
		case "grades":
			contents[n] = []byte("respondent,question,grade\n")
			for line := range strings.Lines(respondents(1)) {
				if id, _, _ := strings.Cut(line, ","); id != "id" {
					contents[n] = fmt.Appendf(contents[n], "%s,What colour is the sky?,.%d\n", id, 5+n)
				}
			}
		case "predictions": // for each respondent in a test part
			data, splits := filepath.Join(t.TempDir(), "data.csv"), filepath.Join(t.TempDir(), "s.csv")
			write(t, data, []byte(respondents(1)))
			printed(t, "eval", data, "--approach", "CBG", "--trials", "2", "--splits-out", splits)
			parts, err := os.ReadFile(splits)
			if err != nil {
				t.Fatal(err)
			}
			contents[n] = []byte("dataset,trial,respondent,prediction\n")
			for line := range strings.Lines(string(parts)) {
				if row, tested := strings.CutSuffix(line, ",test\n"); tested {
					contents[n] = fmt.Appendf(contents[n], "%s,.%d\n", row, 5+n)
				}
			}
		case "model":
			data, model := filepath.Join(t.TempDir(), "d.csv"), filepath.Join(t.TempDir(), "m")
			write(t, data, []byte(respondents(2+n)))
			printed(t, "train", "-m", model, "--approach", "CBG", "--folds", "0", data)
			var err error
			if contents[n], err = os.ReadFile(model); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("--%s: found no contents to try, expected two here", flag)
		}
	}
	return contents
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

// refused runs a command that must fail because of a changed file.
func refused(t *testing.T, args ...string) {
	t.Helper()
	var out, problems bytes.Buffer
	if status := run(t.Context(), args, nil, &out, &problems); status != 1 ||
		!strings.Contains(problems.String(), "expected") {
		t.Errorf("lrp %s: exit status %d although a file has changed\n%s%s", strings.Join(args, " "),
			status, &out, &problems)
	}
}

// TestChangedFiles changes the file that a flag names, for every such flag, and checks that neither
// an experiment is run again with it, nor parts are put together that were made with different
// files.
func TestChangedFiles(t *testing.T) {
	for name, of := range map[string]struct {
		command *cobra.Command
		args    []string
	}{
		"eval":    {evalCommand(), []string{"--approach", "AUTO", "--trials", "2"}},
		"curve":   {curveCommand(), []string{"--approach", "AUTO", "--trials", "2", "--sizes", "4"}},
		"predict": {predictCommand(), nil},
	} {
		for _, flag := range inputFlags(of.command) {
			t.Run(name+"/"+flag, func(t *testing.T) {
				dir := t.TempDir()
				file, data := filepath.Join(dir, "f.csv"), filepath.Join(dir, "data.csv")
				out, parts := filepath.Join(dir, "out"), filepath.Join(dir, "parts")
				write(t, data, []byte(respondents(1)))
				contents := twoContents(t, flag)
				value := file
				if name == "predict" && flag == "grades" {
					return // which is refused with --shard
				}
				if flag == "predictions" || flag == "grades" {
					value = "X=" + file
				}
				args := append([]string{name, data, "--" + flag, value}, of.args...)
				if flag == "test" {
					args = slices.DeleteFunc(args, func(s string) bool { return s == "--trials" || s == "2" })
				}
				if name == "predict" && flag != "model" {
					model := filepath.Join(dir, "m.lrp")
					write(t, model, twoContents(t, "model")[0])
					args = append(args, "--model", model)
				}
				write(t, file, contents[0])
				if name != "predict" {
					printed(t, append(args, "--out", out)...)
					printed(t, "run", out)
					write(t, file, contents[1])
					refused(t, "run", out)
					write(t, file, contents[0])
				}
				if name == "curve" {
					return
				}
				printed(t, append(args, "--shard", "0/2", "--parts", parts)...)
				write(t, file, contents[1])
				printed(t, append(args, "--shard", "1/2", "--parts", parts)...)
				if name == "predict" {
					refused(t, "merge", parts)
				} else {
					refused(t, append(args, "--parts", parts)...)
				}
			})
		}
	}
}

// TestWrongFiles checks that every flag that names a file to read says what is wrong with one in
// the same form: its path, what was found and what was expected.
func TestWrongFiles(t *testing.T) {
	dir := t.TempDir()
	data, model := filepath.Join(dir, "data.csv"), filepath.Join(dir, "m.lrp")
	write(t, data, []byte(respondents(1)))
	write(t, model, twoContents(t, "model")[0])
	commands := map[*cobra.Command][]string{
		evalCommand():    {"eval", data, "--approach", "AUTO", "--trials", "2"},
		compareCommand(): {"compare"},
		exportCommand():  {"export", data, "--approach", "BOW", "--out", filepath.Join(dir, "out")},
		gradeCommand():   {"grade", data, "--out", filepath.Join(dir, "graded.csv")},
		predictCommand(): {"predict", data},
	}
	for c, args := range commands {
		for _, flag := range inputFlags(c) {
			if c.Name() != "eval" && slices.Contains(inputFlags(evalCommand()), flag) && flag != "vectors" {
				continue // which is the same
			}
			if strings.HasPrefix(flag, "judge") || flag == "examples" {
				continue // of use with a judge alone
			}
			for name, content := range map[string]string{"none": "", "folder": "", "empty": "",
				"UTF-16": "\xff\xfea\x00,\x00b\x00\n\x00", "binary": "\x00\x01\x02\x03\x00\n"} {
				file := filepath.Join(t.TempDir(), "f.csv")
				switch {
				case name == "folder":
					if err := os.Mkdir(file, 0o777); err != nil {
						t.Fatal(err)
					}
				case name == "empty" && flag == "mapping":
					continue // without any option
				case name != "none":
					write(t, file, []byte(content))
				}
				with := slices.Clone(args)
				if flag == "test" {
					with = slices.DeleteFunc(with, func(s string) bool { return s == "--trials" || s == "2" })
				}
				if c.Name() == "predict" && flag != "model" {
					with = append(with, "--model", model)
				}
				value := file
				if v, ok := c.Flags().Lookup(flag).Value.(inputFile); ok && v.named {
					value = "X=" + file
				}
				var out, problems bytes.Buffer
				status := run(t.Context(), append(with, "--"+flag, value), nil, &out, &problems)
				said := problems.String()
				_, said, _ = strings.Cut(said, "lrp: "+file)
				wanted := 1
				if flag == "mapping" && (name == "UTF-16" || name == "binary") {
					wanted = 2 // its keys are flags
				}
				if status != wanted || !strings.Contains(said, ": found ") || !strings.Contains(said, ", expected ") {
					t.Errorf("%s --%s of a file that is %s: exit status %d\n%s%s", c.Name(), flag, name, status, &out,
						&problems)
				}
			}
		}
	}
}
