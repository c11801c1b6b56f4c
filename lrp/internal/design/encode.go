package design

import (
	"context"

	"github.com/luna-rating/luna/features"
)

// Encode has the encoders of all users that are a [features.EncoderUser] encode the keys and the
// known responses of the corpus, each in one call.
func Encode[U any](ctx context.Context, c *Corpus, users ...U) error {
	var texts []string
	for _, u := range users {
		user, ok := any(u).(features.EncoderUser)
		if !ok {
			continue
		}
		m, err := user.Encoder()
		if err != nil {
			return err
		}
		if m == nil {
			continue
		}
		if texts == nil {
			texts = c.texts()
		}
		if err := m.Add(ctx, texts...); err != nil {
			return err
		}
	}
	return nil
}

// texts returns the keys and the known responses.
func (c *Corpus) texts() (list []string) {
	for _, q := range c.Questions {
		for _, d := range q.Key {
			list = append(list, d.Raw)
		}
		for _, d := range q.Docs {
			list = append(list, d.Raw)
		}
	}
	return list
}
