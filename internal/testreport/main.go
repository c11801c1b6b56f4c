// Testreport reads what go test -json writes, prints it as go test does, and lists at the end which
// tests were skipped and why, and which parts of tests, which they log as "SKIPPED  part (reason)":
//
//	go test -json ./... | go run ./internal/testreport [-allow FILE] [-times FILE]
//
// With -allow, a skipped test is a failure unless a regular expression in FILE, one per line,
// matches its reason. With -times, a line for each test is added to FILE: seconds, package and
// name.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

func main() {
	allow := flag.String("allow", "", "`FILE` of reasons for which tests may be skipped")
	times := flag.String("times", "", "`FILE` to which the seconds of each test are added")
	flag.Parse()
	allowed, err := readReasons(*allow)
	took := io.Discard
	if err == nil && *times != "" {
		var f *os.File
		if f, err = os.OpenFile(*times, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err == nil {
			defer f.Close()
			took = f
		}
	}
	if err == nil {
		err = report(os.Stdout, took, os.Stdin, allowed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testreport:", err)
		os.Exit(1)
	}
}

// event is one of test2json. See go doc test2json.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// test is a test, or a package if the name is empty.
type test struct{ pkg, name string }

type skipped struct {
	test
	reason string
}

// report prints the events, and writes to took how long each test took. If allowed is nil, any test
// may be skipped.
func report(w, took io.Writer, r io.Reader, allowed []*regexp.Regexp) error {
	running := make(map[test][]string) // output of the tests that have not ended
	var skips []skipped
	failed := false
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			fmt.Fprintf(w, "%s\n", lines.Bytes()) // of go itself
			continue
		}
		t := test{e.Package, e.Test}
		if t.name != "" && !strings.Contains(t.name, "/") && e.Elapsed > 0 {
			fmt.Fprintf(took, "%7.1f  %s %s\n", e.Elapsed, t.pkg, t.name)
		}
		switch e.Action {
		case "output":
			if t.name != "" {
				running[t] = append(running[t], e.Output)
				if _, part, ok := strings.Cut(e.Output, "SKIPPED  "); ok {
					skips = append(skips, skipped{t, strings.TrimSpace(part)})
				}
			} else if e.Output != "PASS\n" && !strings.HasSuffix(e.Output, "[no test files]\n") {
				fmt.Fprint(w, e.Output)
			}
		case "build-output":
			fmt.Fprint(w, e.Output)
		case "fail":
			failed = true
			printUnfinished(w, running, t)
		case "build-fail":
			failed = true
		case "skip":
			if t.name != "" {
				skips = append(skips, skipped{t, reason(running[t])})
			}
			delete(running, t)
		case "pass":
			delete(running, t)
		}
	}
	refused := printSkips(w, skips, allowed)
	switch {
	case lines.Err() != nil:
		return lines.Err()
	case failed:
		return errors.New("tests failed")
	case refused > 0:
		return fmt.Errorf("%d tests or parts were skipped that must run here", refused)
	}
	return nil
}

// printUnfinished prints the output of a failed test or, for a package, of all of its tests that
// did not end.
func printUnfinished(w io.Writer, running map[test][]string, t test) {
	for _, other := range slices.SortedFunc(maps.Keys(running), byName) {
		if other == t || t.name == "" && other.pkg == t.pkg {
			fmt.Fprint(w, strings.Join(running[other], ""))
			delete(running, other)
		}
	}
}

func byName(a, b test) int { return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name)) }

// reason is the message of a skipped test: the last line that is not of the test runner.
func reason(output []string) string {
	text := strings.TrimSpace(strings.Join(output, ""))
	for _, line := range slices.Backward(strings.Split(text, "\n")) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "--- ") && !strings.HasPrefix(line, "=== ") {
			return line
		}
	}
	return "no reason"
}

// printSkips lists the skipped tests by reason and returns how many of them are not allowed to be.
func printSkips(w io.Writer, skips []skipped, allowed []*regexp.Regexp) (refused int) {
	fmt.Fprintf(w, "%d tests or parts of tests were skipped\n", len(skips))
	slices.SortFunc(skips, func(a, b skipped) int { return byName(a.test, b.test) })
	for _, s := range skips {
		mark := "SKIPPED"
		if allowed != nil && !slices.ContainsFunc(allowed, func(r *regexp.Regexp) bool {
			return r.MatchString(s.reason)
		}) {
			mark = "MUST NOT BE SKIPPED"
			refused++
		}
		fmt.Fprintf(w, "  %s  %s %s: %s\n", mark, s.pkg, s.name, s.reason)
	}
	return refused
}

// readReasons reads regular expressions, nil if there is no file. Lines that start with # are
// comments.
func readReasons(file string) ([]*regexp.Regexp, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list := []*regexp.Regexp{}
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		r, err := regexp.Compile(string(line))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		list = append(list, r)
	}
	return list, nil
}
