package accounts

import "github.com/luna-rating/luna/luna/internal/site/auth"

// SetHasher replaces the password hasher.
func (s *Service) SetHasher(h *auth.Hasher) { s.hasher = h }
