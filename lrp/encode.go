package lrp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
)

// ErrEncoder is wrapped by the error for responses that a model's encoder fails to encode.
var ErrEncoder = errors.New("the encoder failed")

// Encode has the encoder of the model, if it has one, encode the responses of several respondents
// at once, which takes less time than one by one as [Model.Predict] does.
func (m *rater) Encode(ctx context.Context, respondents ...[]string) error {
	if m.memory == nil {
		return nil
	}
	var texts []string
	for _, responses := range respondents {
		texts = append(texts, allValid(responses)...)
	}
	if err := m.memory.Lend(ctx, texts...); err != nil {
		return fmt.Errorf("%w: %w", ErrEncoder, err)
	}
	return nil
}

// encode has processed texts encoded.
func (m *rater) encode(docs []*text.Doc) error {
	texts := numbers.Map(docs, func(d *text.Doc) string { return d.Raw })
	return m.Encode(context.Background(), texts)
}

// failed returns why a text could not be encoded, if that has happened.
func (m *rater) failed() error {
	if m.memory == nil {
		return nil
	}
	if err := m.memory.Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrEncoder, err)
	}
	return nil
}

// useEncoder finds the encoder of the approach, and describes it if there is one. Models of former
// versions have none.
func (m *Model) useEncoder() (err error) {
	if m.memory, err = m.approach.Encoder(); m.memory != nil && err == nil {
		i := m.memory.Identity()
		m.info.Encoder = &i
	}
	return err
}

// checkEncoder finds the encoder that a model from a file needs, and refuses another one than it
// was trained with.
func (m *Model) checkEncoder() (err error) {
	trained := m.info.Encoder
	if auto, ok := m.approach.Learner().(approach.Auto); ok && trained == nil {
		auto.NoEncoder = true
		m.approach.Method = approach.Learning{Learner: auto}
	}
	m.memory, err = m.approach.Encoder()
	switch {
	case err != nil || trained == nil:
		return err
	case m.memory == nil:
		return fmt.Errorf("found encoder %s, which its approach does not use here", trained.Name)
	}
	if err := m.memory.Identity().Same(*trained); err != nil {
		return fmt.Errorf("%w; %s names the one that it was trained with", err, encoderFlags(*trained))
	}
	return nil
}

// checkNamesEncoder refuses to train again with the encoder inside the program what was trained
// with one from elsewhere, if the approach needs one.
func (i *ModelInfo) checkNamesEncoder(a Approach) error {
	m, err := a.Encoder()
	if err != nil || m == nil || i.Encoder == nil || i.Encoder.Name == m.Identity().Name {
		return err
	}
	return fmt.Errorf("found encoder %s, expected one to train with: %s names the one that it was "+
		"trained with, --encoder %s the one inside the program", i.Encoder.Name,
		encoderFlags(*i.Encoder), m.Identity().Name)
}

// encoderFlags are the flags that name an encoder. The name is that of a folder, a file or a model
// of a server, where a model's file has not been made to say something else.
func encoderFlags(i embed.Identity) string {
	flags := "--encoder SPEC"
	if !strings.ContainsFunc(i.Name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-", r)
	}) {
		flags = "--encoder " + i.Name
	}
	if i.Prefix != "" {
		flags += " --encoder-prefix " + strconv.Quote(i.Prefix)
	}
	return flags
}
