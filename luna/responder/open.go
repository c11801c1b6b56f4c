package responder

import (
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// ErrSpec is wrapped by the error of [Open] for a text that describes no responder.
var ErrSpec = errors.New("responder")

// Options configure responders that a text alone does not describe.
type Options struct {
	// ChatModel is the name of the model for chat, unless the address has one after a #.
	ChatModel string
	// ChatSystem is the system prompt for chat; by default it asks to chat as a person would.
	ChatSystem string
	// ChatTemperature is the temperature for chat; nil leaves it to the server.
	ChatTemperature *float64
	// ChatTokens is the largest length of a reply in tokens, a model's thoughts included; 0 is
	// 1000.
	ChatTokens int
	// ChatKey names the environment variable with the key; "" is [ChatKeyVariable].
	ChatKey string
	// ChatTimeout is how long a reply may take, with all attempts; 0 is two minutes.
	ChatTimeout time.Duration
	// Warn, if not nil, is called with what is skipped, ignored or missing in the files of aiml:
	// how much of each kind, and some of it with file and line.
	Warn func(text string)
	// Prepare, if not nil, may change the command that runs the program of command before it is
	// started, such as to run it as another user.
	Prepare func(*exec.Cmd)
}

// Open is [Options.Open] without options.
func Open(spec string) (Responder, error) { return Options{}.Open(spec) }

// Open returns the responder that a text describes: one of the forms of [Kinds], such as
// fixed:TEXT, eliza or chat:URL.
//
// The file of canned has JSON lines {"question":"…","response":"…"}, or lines with a question, a
// tab and its response. Empty lines are skipped. The responder answers a question in the file with
// its first response there, and another one with the response to the question that is most similar
// by shared words, or with [DontKnow] if no question shares half of its words.
//
// The program is run by the shell and keeps running. For a line {"id":"…","questions":["…",…]} on
// its standard input it writes a line {"id":"…","responses":["…",…]} with the same id to its
// standard output, one at a time, within two minutes. If it fails to do so, or ends, it is started
// again for the next request: immediately the first time, then after increasing delays. Its
// standard error is the calling program's.
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
// “match * my * mother *” and “say What is she like?”, or has the form of Weizenbaum's, lists in
// each other; docs/playing.md describes it. Without one it uses a script of its own.
//
// Aiml reads AIML 1.0.1 from a file, or from the files of a folder whose names end in .aiml, and
// the bot's properties from files beside them. Without one it uses a set of its own.
//
// Retrieval reads a file, or the files of a folder whose names end in .jsonl, .tsv or .txt: logs of
// Turing Trade, in which only the replies of human targets are used, or lines in the form of
// canned. The nearest text is the one with the highest cosine similarity of words.
//
// A server for chat has the interface of OpenAI's chat completions, as the servers of many other
// models do. An address without a path, or with one such as /v1, is extended to
// /v1/chat/completions. A # and the name of a model may follow it. The key is taken from the
// environment variable LUNA_CHAT_KEY. The server gets the system prompt and the conversation. A
// request is repeated if the server is overloaded or cannot be reached, and fails after two
// minutes.
func (o Options) Open(spec string) (Responder, error) {
	name, rest, colon := strings.Cut(spec, ":")
	for _, k := range kinds {
		if k.Name != name && !(k.Name == "http" && name == "https") {
			continue
		}
		if k.What == "" && colon || k.needed() && strings.TrimSpace(rest) == "" {
			return nil, fmt.Errorf("%w: found %q, expected %s", ErrSpec, spec, k.Form())
		}
		if k.Name == "http" {
			rest = spec
		}
		return k.open(rest, o)
	}
	forms := make([]string, len(kinds))
	for i, k := range kinds {
		forms[i] = k.Form()
	}
	last := len(forms) - 1
	return nil, fmt.Errorf("%w: found the kind %q, expected %s or %s", ErrSpec, name,
		strings.Join(forms[:last], ", "), forms[last])
}

// Kind is a kind of responder that [Open] opens. The flags, messages and paths of all programs
// follow from the list of kinds.
type Kind struct {
	// Name is the part of a description before the colon.
	Name string
	// What is the part after the colon: "" if there is none, in brackets if it is optional.
	What string
	// About says in one sentence what the responder does.
	About string

	open func(rest string, o Options) (Responder, error)
}

// Kinds returns all kinds.
func Kinds() []Kind { return slices.Clone(kinds) }

// Form returns the form of a description of the kind, such as eliza[:SCRIPT].
func (k Kind) Form() string {
	if what, optional := strings.CutPrefix(k.What, "["); optional {
		return k.Name + "[:" + what
	}
	if k.What == "" {
		return k.Name
	}
	return k.Name + ":" + k.What
}

// ReadsPath reports whether a file or a folder may follow the colon.
func (k Kind) ReadsPath() bool {
	return slices.Contains([]string{"FILE", "PATH", "SCRIPT"}, strings.Trim(k.What, "[]"))
}

// needed reports whether something must follow the colon. A fixed response may be empty.
func (k Kind) needed() bool {
	return k.What != "" && !strings.HasPrefix(k.What, "[") && k.Name != "fixed"
}

var kinds = []Kind{
	{"fixed", "TEXT", "responds TEXT to every question",
		withoutError(Fixed)},
	{"simple", "", "responds “" + Interesting + "” to every question",
		withoutError(func(string) Responder { return Fixed(Interesting) })},
	{"canned", "FILE", "gives the response to the nearest question of a list, in JSON lines " +
		`{"question":…,"response":…} or separated by tabs`,
		withoutOptions(openCanned)},
	{"eliza", "[SCRIPT]", "converses by rules over keywords, after Weizenbaum (1966)",
		withoutOptions(openEliza)},
	{"aiml", "[PATH]", "converses by categories in AIML 1.0, in a file or a folder",
		openAIML},
	{"retrieval", "PATH", "repeats what somebody replied to the most similar text, in logs of " +
		"Turing Trade or in lists as for canned; a file or a folder",
		withoutOptions(openRetrieval)},
	{"chat", "URL[#MODEL]", "asks a language model, on a server with OpenAI's chat completions; " +
		"the environment variable LUNA_CHAT_KEY has the key, if it needs one",
		openChat},
	{"command", "COMMAND", "asks a program that keeps running, reads a line " +
		`{"id":…,"questions":[…]} per request, and writes a line {"id":…,"responses":[…]}`,
		openCommand},
	{"http", "URL", "asks a service that receives the same JSON by POST; also https",
		openHTTP},
	{"gibberish", "", "responds with random characters",
		withoutError(func(string) Responder { return NewGibberish(mathrand.Uint64()) })},
}

// withoutOptions opens a kind that no option concerns.
func withoutOptions(open func(string) (Responder, error)) func(string, Options) (Responder, error) {
	return func(rest string, _ Options) (Responder, error) { return open(rest) }
}

// withoutError opens a kind that cannot fail.
func withoutError(open func(string) Responder) func(string, Options) (Responder, error) {
	return func(rest string, _ Options) (Responder, error) { return open(rest), nil }
}
