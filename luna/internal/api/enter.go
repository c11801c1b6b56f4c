package api

import (
	"net/http"

	"github.com/luna-rating/luna/luna/internal/store"
	"github.com/luna-rating/luna/luna/wire"
)

// credentials reads what who registers or logs in says of herself.
func (c *call) credentials() (who wire.Credentials, err error) {
	for name, at := range map[string]*string{"username": &who.Username, "password": &who.Password, "email": &who.Email} {
		if *at, err = c.fields.text(name); err != nil {
			return who, err
		}
	}
	who.Consent, err = c.fields.flag("consent")
	return who, err
}

// token is the answer to who was let in.
func (a *API) token(account store.Account, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	token, err := a.desk.Token(account)
	return wire.Token{Token: token}, err
}

func (a *API) register(c *call) (any, error) {
	who, err := c.credentials()
	if err != nil {
		return nil, err
	}
	return a.token(a.desk.Register(c.ctx, c.address, who))
}

func (a *API) registerGuest(c *call) (any, error) {
	return a.token(a.desk.RegisterGuest(c.ctx, c.address, false))
}

func (a *API) registerMachine(c *call) (any, error) {
	if a.o.Machines == NoMachines || a.o.Machines == LocalMachines && !a.local(c.r) {
		return nil, failf(http.StatusForbidden, "machine players are registered by the operator of this server, by: luna machine add NAME --db FILE")
	}
	who, err := c.credentials()
	if err != nil {
		return nil, err
	}
	return a.token(a.desk.RegisterMachine(c.ctx, c.address, who))
}

func (a *API) saveGuest(c *call) (any, error) {
	who, err := c.credentials()
	if err != nil {
		return nil, err
	}
	return a.token(a.desk.SaveGuest(c.ctx, c.address, c.player(), who))
}

func (a *API) login(c *call) (any, error) {
	who, err := c.credentials()
	if err != nil {
		return nil, err
	}
	return a.token(a.desk.Login(c.ctx, c.address, who.Username, who.Password))
}
