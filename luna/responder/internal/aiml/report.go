package aiml

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// places counts what was found in files and keeps the first places of some.
type places struct {
	n     int
	first []string // FILE:LINE: WHAT
}

// maxExamples is the maximum number of different examples in a warning.
const maxExamples = 3

func (p *places) add(what, file string, line int) {
	p.n++
	what = ": " + text.OneLine(what)
	known := func(example string) bool { return strings.HasSuffix(example, what) }
	switch {
	case len(p.first) <= maxExamples && slices.ContainsFunc(p.first, known):
	case len(p.first) < maxExamples:
		p.first = append(p.first, fmt.Sprintf("%s:%d%s", text.OneLine(file), line, what))
	case len(p.first) == maxExamples:
		p.first = append(p.first, "…")
	}
}

// finish returns the set, with warnings, or the first fault if it has no category.
func (l *loader) finish() (*Set, error) {
	switch {
	case l.categories == 0 && l.first != nil:
		return nil, l.first
	case l.categories == 0:
		return nil, files.New(l.path, 0, "no category", "at least one")
	}
	warn := func(p places, format string, args ...any) {
		if p.n > 0 {
			l.Warnings = append(l.Warnings, text.OneLine(l.path)+": "+
				fmt.Sprintf(format, append(args, p.n)...)+": "+strings.Join(p.first, "; "))
		}
	}
	warn(l.skipped, "%d categories, %d skipped", l.categories)
	warn(l.partial, "files not used, or only up to a fault: %d")
	warn(l.replaced, "categories that replace an earlier one with the same patterns: %d")
	warn(l.ignored, "elements ignored: %d")
	file, name := filepath.Join(folder(l.path), "bot.properties"), ""
	if l.bare {
		name = ", so its name is " + l.properties["name"]
	}
	warn(l.missing, "uses of the bot's properties without a value: %[3]d%[2]s; write lines "+
		"NAME=VALUE into %[1]s", file, name)
	return l.Set, nil
}
