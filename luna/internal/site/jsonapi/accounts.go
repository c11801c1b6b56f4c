package jsonapi

import (
	"context"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// accountRoutes are the endpoints that all games share.
func (a *API) accountRoutes() []Route {
	routes := []Route{
		{Method: "POST", Path: "/register", Answer: a.register, Flags: Public},
		{Method: "GET", Path: "/registerGuest", Answer: a.registerGuest, Flags: Public | Changes},
		{Method: "POST", Path: "/registerMachine", Answer: a.registerMachine, Flags: Public},
		{Method: "POST", Path: "/saveGuest", Answer: a.saveGuest},
		{Method: "POST", Path: "/login", Answer: a.login, Flags: Public},
		{Method: "POST", Path: "/logout", Answer: a.logout, Flags: Suspended},
		{Method: "POST", Path: "/forgot", Answer: a.forgot, Flags: Public},
		{Method: "POST", Path: "/reset", Answer: a.reset, Flags: Public},

		{Method: "POST", Path: "/profile/initial", Answer: a.setInitial},
		{Method: "POST", Path: "/profile/color", Answer: a.setColor},
		{Method: "GET", Path: "/profile/publicName", Answer: a.publicName},
		{Method: "POST", Path: "/profile/publicName", Answer: a.setPublicName},
		{Method: "GET", Path: "/profile/consent", Answer: a.consent, Flags: Suspended},
		{Method: "POST", Path: "/profile/consent", Answer: a.setConsent, Flags: Suspended},
		{Method: "GET", Path: "/profile/email", Answer: a.email},
		{Method: "POST", Path: "/profile/email", Answer: a.setEmail},
		{Method: "GET", Path: "/profile/data", Answer: a.data, Flags: Suspended},
		{Method: "POST", Path: "/profile/delete", Answer: a.deleteAccount, Flags: Suspended},

		{Method: "GET", Path: "/livez", Answer: live, Flags: Public},
		{Method: "GET", Path: "/readyz", Answer: a.ready, Flags: Public},
		{Method: "GET", Path: "/healthz", Answer: live, Flags: Public},
	}
	if a.openAPI != nil {
		routes = append(routes,
			Route{Method: "GET", Path: "/openapi.json", Answer: a.openapi, Flags: Public})
	}
	return routes
}

// credentials reads what somebody registers or logs in with.
func credentials(c *Call) (who accounts.Credentials, err error) {
	for name, value := range map[string]*string{
		"username": &who.Username, "password": &who.Password, "email": &who.Email,
	} {
		if *value, err = c.Fields.Text(name); err != nil {
			return who, err
		}
	}
	who.Consent, err = c.Fields.Bool("consent")
	return who, err
}

// token is the answer to a registration or a login.
func (a *API) token(account accounts.Account, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	token, err := a.accounts.Token(account)
	return struct {
		Token string `json:"token"`
	}{token}, err
}

func (a *API) register(c *Call) (any, error) {
	who, err := credentials(c)
	if err != nil {
		return nil, err
	}
	return a.token(a.accounts.Register(c.Context, c.Address, who))
}

func (a *API) registerGuest(c *Call) (any, error) {
	return a.token(a.accounts.RegisterGuest(c.Context, c.Address, false))
}

func (a *API) registerMachine(c *Call) (any, error) {
	if a.o.Machines == NoMachines || a.o.Machines == LocalMachines && !a.local(c.Request) {
		return nil, httpx.Errorf(http.StatusForbidden, "machine players are "+
			"registered by the operator of this server: luna machine add NAME --db FILE")
	}
	who, err := credentials(c)
	if err != nil {
		return nil, err
	}
	return a.token(a.accounts.RegisterMachine(c.Context, c.Address, who))
}

func (a *API) saveGuest(c *Call) (any, error) {
	who, err := credentials(c)
	if err != nil {
		return nil, err
	}
	return a.token(a.accounts.NameGuest(c.Context, c.Address, c.Account.ID, who))
}

func (a *API) login(c *Call) (any, error) {
	who, err := credentials(c)
	if err != nil {
		return nil, err
	}
	return a.token(a.accounts.Login(c.Context, c.Address, who.Username, who.Password))
}

// logout ends the session of the token, or all sessions of the player.
func (a *API) logout(c *Call) (any, error) {
	everywhere, err := c.Fields.Bool("everywhere")
	if err != nil {
		return nil, err
	}
	if everywhere {
		_, err = a.accounts.Revoke(c.Context, c.Account.ID)
	} else {
		err = a.accounts.EndSession(c.Context, bearer(c.Request))
	}
	return true, err
}

// forgot sends a link to a player who has forgotten their password. The answer does not reveal
// whether there is such a player.
func (a *API) forgot(c *Call) (any, error) {
	if a.o.Forgot == nil {
		return nil, httpx.Errorf(http.StatusForbidden, "this server sends no mail: "+
			"its operator can make a link, by luna admin password NAME --db FILE")
	}
	text, err := c.Fields.Text("username")
	if err != nil {
		return nil, err
	}
	if text == "" {
		return nil, httpx.Errorf(http.StatusBadRequest,
			"username: is missing, expected a username or an email address")
	}
	return true, a.o.Forgot(c.Address, text)
}

func (a *API) reset(c *Call) (any, error) {
	token, err := c.Fields.Text("token")
	if err != nil {
		return nil, err
	}
	password, err := c.Fields.Text("password")
	if err != nil {
		return nil, err
	}
	return a.token(a.accounts.ResetPassword(c.Context, c.Address, token, password))
}

// deleteAccount deletes the caller's account, for which people need their password.
func (a *API) deleteAccount(c *Call) (any, error) {
	password, err := c.Fields.Text("password")
	if err != nil {
		return nil, err
	}
	texts, err := c.Fields.Bool("texts")
	if err != nil {
		return nil, err
	}
	return true, a.accounts.DeleteOwn(c.Context, c.Address, c.Account, password, texts)
}

// data answers with everything that is kept about the caller.
func (a *API) data(c *Call) (any, error) {
	return Sender(func(w http.ResponseWriter) error {
		return a.accounts.SendData(c.Context, w, c.Address, c.Account)
	}), nil
}

func (a *API) setInitial(c *Call) (any, error) {
	account, err := setText(c, "initial", a.accounts.SetInitial)
	return account.Initial, err
}

func (a *API) setColor(c *Call) (any, error) {
	account, err := setText(c, "color", a.accounts.SetColor)
	return account.Color, err
}

// setText sets a property of the caller's account to the text in a field.
func setText(
	c *Call, name string,
	set func(context.Context, accounts.ID, string) (accounts.Account, error),
) (accounts.Account, error) {
	text, err := c.Fields.Text(name)
	if err != nil {
		return accounts.Account{}, err
	}
	return set(c.Context, c.Account.ID, text)
}

func (a *API) publicName(c *Call) (any, error) { return c.Account.PublicName, nil }

func (a *API) setPublicName(c *Call) (any, error) {
	if c.Fields["publicName"] == nil {
		return nil, httpx.Errorf(http.StatusBadRequest,
			`publicName: is missing, expected a name, or "" for none`)
	}
	account, err := setText(c, "publicName", a.accounts.SetPublicName)
	return account.PublicName, err
}

func (a *API) consent(c *Call) (any, error) { return c.Account.Consent, nil }

func (a *API) setConsent(c *Call) (any, error) {
	if c.Fields["consent"] == nil {
		return nil, httpx.Errorf(http.StatusBadRequest,
			"consent: is missing, expected true or false")
	}
	consent, err := c.Fields.Bool("consent")
	if err != nil {
		return nil, err
	}
	_, err = a.accounts.SetConsent(c.Context, c.Account.ID, consent)
	return consent, err
}

// emailAnswer is a player's address for mail, and whether they have confirmed that it is theirs.
type emailAnswer struct {
	Email     string `json:"email"`
	Confirmed bool   `json:"confirmed"`
}

func (a *API) email(c *Call) (any, error) {
	return emailAnswer{c.Account.Email, c.Account.EmailConfirmed}, nil
}

func (a *API) setEmail(c *Call) (any, error) {
	if c.Fields["email"] == nil {
		return nil, httpx.Errorf(http.StatusBadRequest,
			`email: is missing, expected an address, or "" for none`)
	}
	email, err := c.Fields.Text("email")
	if err != nil {
		return nil, err
	}
	account, err := a.accounts.SetEmail(c.Context, c.Address, c.Account.ID, email)
	return emailAnswer{account.Email, account.EmailConfirmed}, err
}
