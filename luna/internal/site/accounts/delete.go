package accounts

import (
	"context"
	"slices"
)

// Delete removes an account for good. Whatever games keep about its player no longer has a name.
func (s *Service) Delete(ctx context.Context, id ID) error {
	err := s.revoking(ctx, func(r *revocation) error { return s.table.remove(ctx, r, id) })
	if err != nil {
		return err
	}
	for _, o := range s.observers {
		if o.Deleted != nil {
			o.Deleted(id)
		}
	}
	return nil
}

// DeleteOwn deletes the account of a player at their request, and what they wrote if texts is set.
// People must give their password; the error is [ErrPassword] if it is wrong.
func (s *Service) DeleteOwn(
	ctx context.Context, address string, a Account, password string, texts bool,
) error {
	if a.Kind == Person {
		if err := s.confirmPassword(ctx, address, a, password); err != nil {
			return err
		}
	}
	if texts {
		if err := s.EraseTexts(ctx, a.ID); err != nil {
			return err
		}
	}
	return s.Delete(ctx, a.ID)
}

// Erases reports whether [Service.EraseTexts] can remove anything, that is, whether a game supports
// it.
func (s *Service) Erases() bool {
	return slices.ContainsFunc(s.observers, func(o Observer) bool { return o.Erase != nil })
}

// EraseTexts removes what a player wrote from all games, and in reports.
func (s *Service) EraseTexts(ctx context.Context, id ID) error {
	for _, o := range s.observers {
		if o.Erase != nil {
			if err := o.Erase(ctx, id); err != nil {
				return err
			}
		}
	}
	return s.EraseReported(ctx, id, "")
}
