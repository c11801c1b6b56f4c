package accounts_test

import (
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
)

// TestFollow wakes those who follow a player, and nobody else, and bounds their number.
func TestFollow(t *testing.T) {
	_, s := sitetest.Accounts(t, sitetest.Wide, nil)
	ann, stop, err := s.Follow("ann")
	if err != nil {
		t.Fatal(err)
	}
	bob, stopBob, err := s.Follow("bob")
	if err != nil {
		t.Fatal(err)
	}
	defer stopBob()
	s.Wake("ann", "ann", "nobody") // which must not wait for a reader
	select {
	case <-ann:
	default:
		t.Error("ann was not woken")
	}
	select {
	case <-ann:
		t.Error("ann was woken twice at a time")
	case <-bob:
		t.Error("bob was woken")
	default:
	}
	for range 7 {
		_, stop, err := s.Follow("ann")
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
	}
	if _, _, err := s.Follow("ann"); err == nil {
		t.Error("a player has nine streams")
	}
	stop()
	s.Wake("ann")
	select {
	case <-ann:
		t.Error("somebody who follows no more was woken")
	default:
	}
	if _, stop, err = s.Follow("ann"); err != nil {
		t.Error(err)
	}
	stop()
}

// TestWakeOfAccounts wakes pages whose player has logged out elsewhere, or is suspended.
func TestWakeOfAccounts(t *testing.T) {
	_, s := sitetest.Accounts(t, sitetest.Wide, nil)
	a := suite.Must(s.RegisterGuest(t.Context(), "here", false))(t)
	woken, stop, err := s.Follow(a.ID)
	suite.OK(t, err)
	defer stop()
	for what, act := range map[string]func() error{
		"log out": func() error { return s.EndSession(t.Context(), suite.Must(s.Token(a))(t)) },
		"suspend": func() error {
			_, err := s.Suspend(t.Context(), a.ID, "rude")
			return err
		},
	} {
		suite.OK(t, act())
		select {
		case <-woken:
		default:
			t.Errorf("%s wakes nobody", what)
		}
	}
}
