package responder

import (
	mathrand "math/rand/v2"
	"slices"
	"strings"
)

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
