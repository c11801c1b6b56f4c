package responder

import (
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
)

// ErrSpec is wrapped by the error of [Open] for a text that describes no responder.
var ErrSpec = errors.New("responder")

// Options are for responders that a text alone does not describe.
type Options struct {
	// ChatModel is the name of the model for chat, unless the address has one after a #.
	ChatModel string
	// ChatSystem is the system prompt for chat, [DefaultChatSystem] by default.
	ChatSystem string
	// Warn, if not nil, is told what is ignored in the files of aiml, with file and line.
	Warn func(text string)
}

// Open is [Options.Open] without options.
func Open(spec string) (Responder, error) { return Options{}.Open(spec) }

// Open returns the responder that a text describes:
//
//	fixed:TEXT       responds TEXT to every question
//	simple           responds [Interesting] to every question
//	canned:FILE      looks the question up in a file
//	command:COMMAND  asks a program on its standard input
//	http:URL         asks a service; URL may also be given alone
//	chat:URL         asks a server of a language model
//	eliza[:SCRIPT]   converses by rules over keywords
//	aiml[:PATH]      converses by categories in AIML
//	retrieval:PATH   repeats what somebody replied to the most similar text
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
//
// Eliza follows Weizenbaum (1966). Its script is a text file with lines such as “key mother 5”,
// “match * my * mother *” and “say What is she like?”; docs/playing.md describes it. Without one
// it has a script of its own.
//
// Aiml reads AIML 1.0 from a file, or from those of a folder that end in .aiml. Without one it has
// a set of its own.
//
// Retrieval reads a file, or those of a folder whose names end in .jsonl, .tsv or .txt: logs of
// Turing Trade, of which the replies of human targets count, or lines as those of canned. The
// nearest text is the one with the highest cosine by words.
//
// A server for chat has the interface of OpenAI's chat completions, as those of many other models
// do. An address without a path, or with one such as /v1, is extended to /v1/chat/completions.
// A # and the name of a model may follow it. The key is taken from the environment variable
// LUNA_CHAT_KEY. The server gets the system prompt and the conversation. A request is repeated if
// the server is overloaded or cannot be reached, and fails after two minutes.
func (o Options) Open(spec string) (Responder, error) {
	kind, rest, colon := strings.Cut(spec, ":")
	k, known := kinds[kind]
	switch {
	case !known:
		return nil, fmt.Errorf("%w: found the kind %q, expected %s", ErrSpec, kind, kindList)
	case k.needs != "" && strings.TrimSpace(rest) == "",
		kind == "simple" && colon:
		want := kind
		if k.needs != "" {
			want += ":" + k.needs
		}
		return nil, fmt.Errorf("%w: found %q, expected %s", ErrSpec, spec, want)
	}
	return k.open(rest, o)
}

const kindList = "fixed:TEXT, simple, canned:FILE, command:COMMAND, http:URL, chat:URL, " +
	"eliza[:SCRIPT], aiml[:PATH], retrieval:PATH or gibberish"

// kind is a kind of responder.
type kind struct {
	needs string // what must follow the colon, if anything
	open  func(rest string, o Options) (Responder, error)
}

var kinds = map[string]kind{
	"fixed":     {"", always(Fixed)},
	"simple":    {"", always(func(string) Responder { return Fixed(Interesting) })},
	"canned":    {"FILE", simply(openCanned)},
	"command":   {"COMMAND", simply(openCommand)},
	"http":      {"URL", openHTTP("http")},
	"https":     {"URL", openHTTP("https")},
	"chat":      {"URL", openChat},
	"eliza":     {"", simply(openEliza)},
	"aiml":      {"", openAIML},
	"retrieval": {"PATH", simply(openRetrieval)},
	"gibberish": {"", always(func(string) Responder { return NewGibberish(mathrand.Uint64()) })},
}

// simply opens a kind without options.
func simply(open func(string) (Responder, error)) func(string, Options) (Responder, error) {
	return func(rest string, _ Options) (Responder, error) { return open(rest) }
}

// always opens a kind that cannot fail.
func always(open func(string) Responder) func(string, Options) (Responder, error) {
	return func(rest string, _ Options) (Responder, error) { return open(rest), nil }
}
