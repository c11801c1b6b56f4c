package accounts

import (
	"net/mail"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The maximum lengths of an address and of the part before its @, in bytes (RFC 5321).
const (
	maxEmail     = 254
	maxLocalPart = 64
)

// checkEmail accepts a bare address at a public domain name, of a length that SMTP can carry. An
// IP address in its place would make the mail server write to hosts of the asker's choice, and a
// name without a dot to users of its own.
func checkEmail(email string) error {
	if email == "" {
		return nil
	}
	a, err := mail.ParseAddress(email)
	if err != nil || a.Address != email || len(email) > maxEmail ||
		strings.ContainsFunc(email, needsQuotes) {
		return ErrEmail
	}
	local, domain, _ := strings.Cut(email, "@")
	if len(local) > maxLocalPart || !publicDomain(domain) {
		return ErrEmail
	}
	return nil
}

// needsQuotes reports whether an address may have a character in quotes only; no real one has.
func needsQuotes(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`"<>(),;:\[]`, r)
}

func publicDomain(domain string) bool {
	ascii, err := idna.Lookup.ToASCII(domain)
	at := strings.LastIndexByte(ascii, '.')
	return err == nil && at > 0 && strings.Trim(ascii[at+1:], "0123456789") != ""
}

// Mailbox returns the mailbox that an address probably belongs to, as a key for limits. It drops
// what many providers ignore before the @: case, dots, and a plus sign with what follows. The
// domain is in its ASCII form, and googlemail.com becomes gmail.com. With providers for which these
// matter, two mailboxes share a limit.
func Mailbox(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return cases.Fold().String(norm.NFKC.String(email))
	}
	local := cases.Fold().String(norm.NFKC.String(email[:at]))
	local, _, _ = strings.Cut(local, "+")
	return strings.ReplaceAll(local, ".", "") + "@" + MailHost(email)
}

// MailHost returns the domain of an address in its ASCII form.
func MailHost(email string) string {
	domain := email[strings.LastIndexByte(email, '@')+1:]
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		domain = ascii
	}
	domain = strings.TrimSuffix(strings.ToLower(domain), ".")
	if domain == "googlemail.com" {
		return "gmail.com"
	}
	return domain
}
