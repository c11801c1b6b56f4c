package server

import "context"

// EraseTexts removes the texts of a player as their own request does.
func (s *Server) EraseTexts(ctx context.Context, name string) error {
	a, err := s.site.Accounts().Named(ctx, name)
	if err != nil {
		return err
	}
	return s.site.Accounts().EraseTexts(ctx, a.ID)
}
