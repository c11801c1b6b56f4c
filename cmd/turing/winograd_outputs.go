package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/winograd"
)

// maxTeams bounds the number of output files read.
const maxTeams = 10_000

// outputArguments checks the arguments of a command that takes output files.
func outputArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cli.Usagef("winograd %s takes at least one output file or folder of them", c.Name())
	}
	return nil
}

// readOutputs reads output files, and the files in folders whose names end in -output.txt.
func readOutputs(paths []string) ([]winograd.Output, error) {
	var outputs []winograd.Output
	for _, path := range paths {
		files, err := outputFiles(path)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			o, err := winograd.ReadOutputFile(file)
			if err != nil {
				return nil, err
			}
			outputs = append(outputs, o)
		}
	}
	return outputs, nil
}

func outputFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, nil // reading the file says what is wrong with it
	}
	all, err := fileerr.Files(path, maxTeams,
		func(extension string) bool { return extension == ".txt" })
	if err != nil {
		return nil, err
	}
	var files []string
	for _, file := range all {
		if strings.HasSuffix(file, winograd.FileName("")) {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return nil, fileerr.New(path, 0, "a folder without output files",
			"files TEAM"+winograd.FileName(""))
	}
	return files, nil
}
