package embed

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// EncoderOptions are the options of [OpenEncoder]. The zero value is the default.
type EncoderOptions struct {
	// Prefix precedes every text, such as "query: " for e5. It is for folders and servers.
	Prefix string
	// Cache is the folder that keeps vectors of folders and servers; "" keeps none. It holds
	// digests of texts, not the texts. See [DefaultCache].
	Cache string
	// Note, if not nil, gets what a user should be told, such as that texts leave this computer.
	Note func(string)
	// Progress, if not nil, is called after each batch with the texts done so far and all. Its
	// calls do not overlap.
	Progress func(done, total int)
	// Texts, if not nil, returns the text that a respondent has given to a question, for files that
	// have vectors by both.
	Texts func(id, question string) (text string, ok bool)
}

// note tells the user something.
func (o EncoderOptions) note(format string, args ...any) {
	if o.Note != nil {
		o.Note(fmt.Sprintf(format, args...))
	}
}

// encoderForms says what [OpenEncoder] takes.
const encoderForms = "static, a folder, an address such as http://127.0.0.1:11434/v1#MODEL or a file " +
	"of vectors"

// OpenEncoder opens the encoder that spec names:
//
//   - static: that of [Static];
//   - a folder as published on Hugging Face;
//   - an address http(s)://…/v1[#MODEL] of a server with OpenAI's /v1/embeddings, whose key is taken
//     from the environment variable LUNA_CHAT_KEY, and whose vectors are used as they are;
//   - a file of word vectors as [Open] reads it: a text has the mean of its words' vectors;
//   - a file of vectors made elsewhere, which is either JSON lines {"text":…,"vector":[…]} or
//     {"id":…,"question":…,"vector":[…]}, possibly compressed with gzip, or NAME.npy with the JSON
//     array of its texts in NAME.json. It encodes these texts only.
//
// Of a folder, blank texts are encoded like others. Otherwise a blank text has the zero vector,
// unless a file says otherwise.
func OpenEncoder(ctx context.Context, spec string, o EncoderOptions) (Encoder, error) {
	if IsAddress(spec) {
		return openServer(ctx, spec, o)
	}
	info, err := os.Stat(spec)
	switch {
	case o.Prefix != "" && (spec == "static" || err == nil && !info.IsDir()):
		return nil, fmt.Errorf("encoder %s: found the prefix %q, expected none: it is for folders and servers",
			text.OneLine(spec), o.Prefix)
	case spec == "static":
		m, err := Static()
		if err != nil {
			return nil, err
		}
		return m.encoder, nil
	case err != nil:
		return nil, files.Unreadable(spec, err, encoderForms)
	case info.IsDir():
		return openFolder(spec, o)
	case !info.Mode().IsRegular():
		return nil, files.New(spec, 0, "neither a file nor a folder", encoderForms)
	}
	return openFile(spec, o)
}

// IsAddress reports whether [OpenEncoder] takes a specification for the address of a server.
func IsAddress(spec string) bool { return address().MatchString(spec) }

var address = text.Pattern(`(?i)^https?:/`)

// OfWords returns the encoder that gives a text the mean of its words' vectors, which are looked up
// in lower case. The name is that of its identity.
func OfWords(v *Vectors, name string) Encoder {
	return meanEncoder{v, name, func(s string) []int { return v.rows(words(s)) }}
}

// openFile opens a file of word vectors or of vectors made elsewhere, recognised by content.
func openFile(path string, o EncoderOptions) (Encoder, error) {
	f, err := files.Open(path, encoderForms)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := unzipped(f, path)
	if err != nil {
		return nil, err
	}
	start, _ := in.Peek(peekSize)
	var t *table
	switch {
	case strings.HasPrefix(string(start), npyMagic):
		t, err = readNPY(in, path)
	case jsonLine().Match(start):
		t, err = readRecords(in, path, o.Texts != nil)
	case len(start) > 0 && recognise(in) == autoFormat:
		err = files.New(path, 0, "a file that begins with "+text.Quote(start[:min(len(start), 16)]),
			"word vectors of word2vec, GloVe, fastText (.vec) or Luna, or texts and vectors in JSON lines or .npy")
	default:
		v, err := Read(in, path, Options{Lower: true, FirstWins: true})
		if err != nil {
			return nil, err
		}
		return OfWords(v, filepath.Base(path)), nil
	}
	if err != nil {
		return nil, err
	}
	return t.encoder(o)
}

// jsonLine matches the start of an object in JSON. A word in GloVe may be a brace, but a number
// follows.
var jsonLine = text.Pattern("^(?:" + files.ByteOrderMark + `)?\s*\{\s*["}]`)
