package responder

import (
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
)

// ErrSpec is wrapped by the error of [Open] for a text that describes no responder.
var ErrSpec = errors.New("responder")

// Open returns the responder that a text describes:
//
//	fixed:TEXT       responds TEXT to every question
//	simple           responds [Interesting] to every question
//	canned:FILE      looks the question up in a file
//	command:COMMAND  asks a program on its standard input
//	http:URL         asks a service; URL may also be given alone
//	gibberish        responds with random characters
//
// The file of canned has JSON lines {"question":"…","response":"…"}, or lines with a question, a
// tab and its response. Empty lines are skipped. To a question of the file it responds with the
// first response there, to another one with that of the most similar question by shared words, or
// with [DontKnow] if no question shares half of its words.
//
// The program is run by the shell and keeps running. For a line {"id":"…","questions":["…",…]} on
// its standard input it writes a line {"id":"…","responses":["…",…]} with the same id to its
// standard output, one at a time, within two minutes. If it fails to, or ends, it is started again
// for the next request: immediately the first time, then after increasing delays. Its standard
// error is that of the calling program.
//
// The service receives {"id":"…","questions":["…",…]} by POST and answers with
// {"id":"…","responses":["…",…]} and the same id, within two minutes.
//
// In a [Conversation], a request to a program or a service has one question. It also has a member
// "conversation", the same text throughout the conversation, and, after the first question,
// "history": the previous exchanges, oldest first, each {"question":"…","response":"…"}. There are
// at most 50 of them, and 64 KiB. Programs that answer questions one by one can ignore both.
func Open(spec string) (Responder, error) {
	kind, rest, colon := strings.Cut(spec, ":")
	k, known := kinds[kind]
	switch {
	case !known:
		return nil, fmt.Errorf("%w: found the kind %q, expected %s", ErrSpec, kind, kindList)
	case k.needs != "" && strings.TrimSpace(rest) == "",
		k.needs == "" && colon && kind != "fixed" && kind != "gibberish":
		want := kind
		if k.needs != "" {
			want += ":" + k.needs
		}
		return nil, fmt.Errorf("%w: found %q, expected %s", ErrSpec, spec, want)
	}
	return k.open(rest)
}

const kindList = "fixed:TEXT, simple, canned:FILE, command:COMMAND, http:URL or gibberish"

// kind is a kind of responder.
type kind struct {
	needs string // what must follow the colon, if anything
	open  func(rest string) (Responder, error)
}

var kinds = map[string]kind{
	"fixed":   {open: func(text string) (Responder, error) { return Fixed(text), nil }},
	"simple":  {open: func(string) (Responder, error) { return Fixed(Interesting), nil }},
	"canned":  {"FILE", openCanned},
	"command": {"COMMAND", openCommand},
	"http":    {"URL", func(rest string) (Responder, error) { return openHTTP("http", rest) }},
	"https":   {"URL", func(rest string) (Responder, error) { return openHTTP("https", rest) }},
	"gibberish": {open: func(string) (Responder, error) {
		return NewGibberish(mathrand.Uint64()), nil
	}},
}
