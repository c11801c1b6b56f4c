package responder

import "github.com/luna-rating/luna/luna/responder/internal/aiml"

// openAIML opens a file or a folder of categories, by default those of package aiml.
func openAIML(path string, o Options) (Responder, error) {
	if path == "" {
		return local(func(seed uint64) talker { return aiml.Default().Converse(seed) }), nil
	}
	set, err := aiml.Open(path)
	if err != nil {
		return nil, err
	}
	if o.Warn != nil {
		for _, w := range set.Warnings {
			o.Warn(w)
		}
	}
	return local(func(seed uint64) talker { return set.Converse(seed) }), nil
}
