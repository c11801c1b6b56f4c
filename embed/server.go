package embed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/modelclient"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

const (
	maxBatch      = 32       // texts in a request
	maxBatchBytes = 32 << 10 // of texts in a request
	maxRequests   = 4        // at once
)

// server is the encoder of a server, by one request a call.
type server struct {
	client *modelclient.Client
	name   string // in errors
	id     Identity
}

// openServer opens an address with OpenAI's /v1/embeddings. It asks for the vectors of the fixed
// texts.
func openServer(ctx context.Context, spec string, o EncoderOptions) (Encoder, error) {
	client, err := modelclient.Open(spec, "embeddings", "")
	switch {
	case errors.Is(err, modelclient.ErrAddress):
		return nil, fmt.Errorf("found encoder %q, expected %w#MODEL", spec, err)
	case err != nil:
		return nil, err
	}
	client.Tries, client.MaxWait, client.MaxSize = 3, 2*time.Minute, 64<<20
	e, err := newServer(ctx, client, o)
	client.Tries = 8 // patience is for servers that have answered once
	return e, err
}

func newServer(ctx context.Context, client *modelclient.Client, o EncoderOptions) (Encoder, error) {
	s := &server{client: client}
	s.name, _, _ = strings.Cut(client.Address, "?")
	if err := s.chooseModel(ctx); err != nil {
		return nil, s.named(ctx, err)
	}
	fixed := numbers.Map(probeTexts, func(t string) string { return o.Prefix + t })
	probe, err := s.Encode(ctx, fixed)
	if err != nil {
		return nil, err
	}
	s.id = Identity{Name: client.Model, Dim: len(probe[0]), Prefix: o.Prefix, Probe: probe}
	o.note("texts %s, which turns them into vectors", client.Destination())
	return newBatched(s, o, limits{texts: maxBatch, bytes: maxBatchBytes, batches: maxRequests, noBlanks: true}), nil
}

// chooseModel takes the only model of the server if none is named.
func (s *server) chooseModel(ctx context.Context) error {
	if s.client.Model != "" {
		return nil
	}
	models, err := s.client.Models(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("the server does not list its models; name one after a #: %w", err)
	case len(models) != 1:
		return fmt.Errorf("found the models %s, expected the name of one after a #", listed(models))
	}
	s.client.Model = models[0]
	return nil
}

// listed names models.
func listed(models []string) string { return text.Abridge(fmt.Sprintf("%q", models), 500) }

// named says which server an error is of. Where an address or a model is not known, it lists the
// models.
func (s *server) named(ctx context.Context, err error) error {
	refusal, ok := errors.AsType[*modelclient.Refusal](err)
	if ok && refusal.Status == http.StatusNotFound && s.client.Model != "" {
		if models, e := s.client.Models(ctx); e == nil {
			err = fmt.Errorf("%w; asked for the model %s, the server has the models %s", err, s.client.Model,
				listed(models))
		} else {
			err = fmt.Errorf("%w; expected an address that ends in /v1, and a model that the server has", err)
		}
	}
	return fmt.Errorf("encoder %s: %w", s.name, err)
}

func (s *server) Identity() Identity { return s.id }

// Encode implements [Encoder].
func (s *server) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := s.ask(ctx, texts)
	for i := 0; i < len(vectors) && err == nil; i++ {
		if n, dim := len(vectors[i]), cmp.Or(s.id.Dim, min(len(vectors[0]), maxDim)); n != dim {
			err = fmt.Errorf("found a vector of %s, expected %d as before", text.Count(n, "number"), dim)
		}
	}
	if err == nil {
		return vectors, nil
	}
	return nil, s.named(ctx, err)
}

// ask returns the vectors of texts. If these are too many for the server, it asks for each half.
func (s *server) ask(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := s.client.Embed(ctx, texts)
	half := len(texts) / 2
	switch {
	case !tooMuch(err):
		return vectors, err
	case half == 0:
		return nil, fmt.Errorf("text %s: %w", text.Quote(texts[0]), err)
	}
	first, err := s.ask(ctx, texts[:half])
	if err != nil {
		return nil, err
	}
	rest, err := s.ask(ctx, texts[half:])
	return append(first, rest...), err
}

// tooMuch reports whether a server may take fewer or shorter texts than those that it has refused.
func tooMuch(err error) bool {
	refusal, ok := errors.AsType[*modelclient.Refusal](err)
	return ok && slices.Contains([]int{http.StatusBadRequest, http.StatusRequestEntityTooLarge,
		http.StatusUnprocessableEntity}, refusal.Status)
}
