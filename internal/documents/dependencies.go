package documents

import (
	"regexp"
	"strings"
)

// dependencies decides which commands to leave out: those that read what a skipped command would
// have written.
type dependencies struct {
	missing map[string]string // a file or folder that was not written: why
}

// written matches the files and folders that a command writes.
var written = regexp.MustCompile(`(?:\btrain -m|\s-o|\s--out|>)[ =]*([\w./-]+)`)

// skip records that a command does not run, and the reason.
func (d *dependencies) skip(command, reason string) {
	if d.missing == nil {
		d.missing = make(map[string]string)
	}
	for _, m := range written.FindAllStringSubmatch(command, -1) {
		d.missing[m[1]] = reason
	}
}

// ran records that a command ran.
func (d *dependencies) ran(command string) {
	for _, m := range written.FindAllStringSubmatch(command, -1) {
		delete(d.missing, m[1])
	}
}

var separators = regexp.MustCompile(`[\s:=,<>|;'"]+`)

// reason returns why a command cannot run, "" if it can.
func (d *dependencies) reason(command string) string {
	for _, word := range separators.Split(written.ReplaceAllString(command, ""), -1) {
		for name, why := range d.missing {
			if word == name || strings.HasPrefix(word, name+"/") {
				return why
			}
		}
	}
	return ""
}
