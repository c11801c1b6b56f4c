// Thirdparty describes the modules that are linked into programs, for releases:
//
//	go run ./internal/thirdparty licenses PACKAGE…   the licences of all of them, one text
//	go run ./internal/thirdparty sbom BINARY         the bill of materials of one binary
//
// It fails if a module has no licence file, or one whose terms are not known to be permissive.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	w := bufio.NewWriter(os.Stdout)
	if err := errors.Join(run(w, os.Args[1:]), w.Flush()); err != nil {
		fmt.Fprintln(os.Stderr, "thirdparty:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, args []string) error {
	switch {
	case len(args) > 1 && args[0] == "licenses":
		list, err := linked(platforms, args[1:])
		if err != nil {
			return err
		}
		return writeLicenses(w, list)
	case len(args) == 2 && args[0] == "sbom":
		return writeSBOM(w, args[1])
	}
	return errors.New("usage: thirdparty licenses PACKAGE…, or thirdparty sbom BINARY")
}
