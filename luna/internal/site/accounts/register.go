package accounts

import (
	"context"

	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// Credentials are the data with which somebody registers.
type Credentials struct {
	Username string
	Password string
	Email    string // "" for none
	Consent  bool
}

// Register creates the account of a person.
func (s *Service) Register(ctx context.Context, address string, c Credentials) (Account, error) {
	hash, err := s.admitNew(ctx, address, c)
	if err != nil {
		return Account{}, err
	}
	return s.create(ctx, address, Account{
		Username: c.Username, Password: hash, Kind: Person, Email: c.Email, Consent: c.Consent,
	})
}

// RegisterGuest creates an account under a random name, which nobody can log in to.
func (s *Service) RegisterGuest(ctx context.Context, address string, consent bool) (Account, error) {
	if err := s.guard.Registrations.Allow(address, 1); err != nil {
		return Account{}, err
	}
	name := NewID() + NewID()[:8] // 32 characters
	return s.create(ctx, address, Account{Username: name, Kind: Guest, Consent: consent})
}

// RegisterMachine creates the account of a program, which nobody can log in to. It does not check
// whether the caller may register machines.
func (s *Service) RegisterMachine(ctx context.Context, address string, c Credentials) (Account, error) {
	if err := checkName(c); err != nil {
		return Account{}, err
	}
	if err := s.guard.Registrations.Allow(address, 1); err != nil {
		return Account{}, err
	}
	return s.create(ctx, address, Account{
		Username: c.Username, Password: auth.NoPassword, Kind: Machine, Email: c.Email,
		Consent: c.Consent,
	})
}

// NameGuest turns a guest into a person, who keeps their games. The guest's tokens become void,
// since others may have seen them while there was nothing to protect.
func (s *Service) NameGuest(ctx context.Context, address string, guest ID, c Credentials) (Account, error) {
	hash, err := s.admitNew(ctx, address, c)
	if err != nil {
		return Account{}, err
	}
	a, err := s.update(ctx, guest, func(a *Account) error {
		if a.Kind != Guest {
			return ErrNotAGuest
		}
		a.Kind = Person
		a.Username = c.Username
		a.Password = hash
		a.Email, a.EmailConfirmed = c.Email, false
		a.Generation++
		return nil
	})
	if err != nil {
		return a, err
	}
	s.emailGiven(a, address)
	return a, s.rememberPlace(ctx, a.ID, address)
}

// create adds an account with a name, a kind and the data of its registration.
func (s *Service) create(ctx context.Context, address string, a Account) (Account, error) {
	a.complete(s.clock())
	a.ConsentChosen, a.ConsentText = a.Joined, ConsentText
	if err := s.table.insert(ctx, a); err != nil {
		return Account{}, err
	}
	s.emailGiven(a, address)
	if a.Kind != Person {
		return a, nil
	}
	return a, s.rememberPlace(ctx, a.ID, address)
}

// admitNew checks and counts a registration and returns the hash of the password.
func (s *Service) admitNew(ctx context.Context, address string, c Credentials) (string, error) {
	if err := checkName(c); err != nil {
		return "", err
	}
	a := Account{Username: c.Username, Email: c.Email}
	if err := auth.CheckPassword(c.Password, a.known()...); err != nil {
		return "", err
	}
	if err := s.guard.Registrations.Allow(address, 1); err != nil {
		return "", err
	}
	end, err := s.turn(ctx, address)
	if err != nil {
		return "", err
	}
	defer end()
	return s.hasher.Hash(ctx, c.Password)
}

func checkName(c Credentials) error {
	if err := newName(c.Username); err != nil {
		return err
	}
	return checkEmail(c.Email)
}
