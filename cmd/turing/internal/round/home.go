package round

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// entriesFolder holds a folder for each program, in that of the contest.
const entriesFolder = "entries"

// Home makes the folder in which the program of a participant starts, entries/NAME in that of the
// contest, and returns it. Contests of before may have the program in their own folder, or in the
// one from which this program was started: if a file of the command is only there, it starts
// there.
func Home(contest, name, command string) (string, error) {
	contest, err := filepath.Abs(contest)
	if err != nil {
		return "", err
	}
	home := filepath.Join(contest, entriesFolder, folderName(name))
	words := strings.Fields(command)
	for _, dir := range []string{home, contest, "."} {
		for _, word := range words {
			if isFile(dir, word) {
				return filepath.Abs(dir)
			}
		}
	}
	if len(words) > 0 && strings.Contains(words[0], "/") && relative(words[0]) {
		return "", fmt.Errorf("found no file %s in %s, where the program of %s starts; put it there, or give its "+
			"absolute path", words[0], filepath.Join(entriesFolder, folderName(name)), name)
	}
	if exists(home) {
		return home, nil
	}
	err = os.MkdirAll(home, 0o755)
	return home, cmp.Or(err, os.Chmod(filepath.Dir(home), 0o755), os.Chmod(home, 0o755)) // whatever the umask is
}

// relative reports whether a word of a command can be a file relative to a folder.
func relative(word string) bool {
	return !strings.ContainsAny(word[:1], "-/~") && !strings.ContainsAny(word, "|&;<>()$`'\"*?[#={}\\")
}

func isFile(dir, word string) bool {
	if !relative(word) {
		return false
	}
	info, err := os.Stat(filepath.Join(dir, word))
	return err == nil && info.Mode().IsRegular()
}

// folderName returns the name of a participant as that of a folder.
func folderName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" -_.,'", r) {
			return r
		}
		return '_'
	}, strings.TrimSpace(name))
	if strings.HasPrefix(name, ".") {
		name = "_" + name[1:]
	}
	return name
}
