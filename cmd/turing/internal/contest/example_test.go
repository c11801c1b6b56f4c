package contest_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/cmd/turing/internal/contest"
)

// This writes a folder to start a contest from. Run holds it.
func ExampleNew() {
	dir, err := os.MkdirTemp("", "contest")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := contest.New(filepath.Join(dir, "c"), contest.Start{Rules: "2010"}); err != nil {
		log.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "c", "*"))
	for _, f := range files {
		fmt.Println(filepath.Base(f))
	}
	// Output:
	// contest.toml
	// questions.txt
}
