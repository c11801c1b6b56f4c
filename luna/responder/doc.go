// Package responder provides the conversation partners for all games and contests of this module.
//
// A [Responder] answers sets of questions, as the Luna Game needs it. [Converse] starts a
// [Conversation] with one, in which texts and replies alternate, as in a Turing test. Some
// responders, such as Eliza, remember what was said earlier in a conversation; the others answer
// each text on its own. [Open] returns the responder that a text such as "canned:FILE" describes.
//
// A way to answer is a [Responder], with a memory a [Converser], and one line in kind.go.
package responder
