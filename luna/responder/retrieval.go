package responder

import "github.com/luna-rating/luna/luna/internal/recall"

// openRetrieval opens a file or a folder of earlier conversations.
func openRetrieval(path string) (Responder, error) {
	m, err := recall.Open(path)
	if err != nil {
		return nil, err
	}
	return local(func(seed uint64) talker { return m.Converse(seed) }), nil
}
