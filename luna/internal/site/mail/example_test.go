package mail_test

import (
	"fmt"

	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/mail"
)

// Invalid settings are reported when the program starts, not when the first letter is due.
func Example() {
	tokens, _ := auth.NewTokens(auth.NewKey(), nil)
	_, err := mail.New(mail.Options{Server: "mail.example.org", From: "luna@example.org",
		Base: "https://luna.example.org", Tokens: tokens})
	fmt.Println(err)
	_, err = mail.New(mail.Options{Server: "smtp://localhost", From: "luna@example.org",
		Base: "luna.example.org", Tokens: tokens})
	fmt.Println(err)
	// Output:
	// mail server: found ://mail.example.org, expected smtp://HOST:PORT or smtps://USER:PASSWORD@HOST:PORT
	// mail: found the base URL "luna.example.org", expected one as https://luna.example.org, for links
}
