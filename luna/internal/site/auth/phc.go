package auth

import (
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// Cost is the cost of computing one hash, and so of one guess at a password.
type Cost struct {
	Memory uint32 // in KiB, from 8 per lane to 1 GiB
	Passes uint32 // over the memory, 1 to 100
	Lanes  uint8  // that may run in parallel, at least 1
}

// DefaultCost is the cost in OWASP's password storage cheat sheet for argon2id: 19 MiB, two passes,
// one lane.
var DefaultCost = Cost{Memory: 19 * 1024, Passes: 2, Lanes: 1}

const (
	saltBytes = 16
	sumBytes  = 32
)

func (c Cost) check() error {
	memory := c.Memory >= 8*uint32(c.Lanes) && c.Memory <= 1<<20
	if c.Lanes < 1 || c.Passes < 1 || c.Passes > 100 || !memory {
		return fmt.Errorf("a password hash of cost m=%d,t=%d,p=%d: "+
			"expected 8 KiB per lane to 1 GiB, 1 to 100 passes, and at least a lane",
			c.Memory, c.Passes, c.Lanes)
	}
	return nil
}

// phcFormat is the string format of the Password Hashing Competition.
const phcFormat = "$argon2id$v=%d$m=%d,t=%d,p=%d$"

func encode(c Cost, salt, sum []byte) string {
	base := base64.RawStdEncoding.Strict()
	parameters := fmt.Sprintf(phcFormat, argon2.Version, c.Memory, c.Passes, c.Lanes)
	return parameters + base.EncodeToString(salt) + "$" + base.EncodeToString(sum)
}

// decode parses what encode returns and nothing else. Its errors do not repeat the hash.
func decode(hash string) (c Cost, salt, sum []byte, err error) {
	parts := strings.Split(hash, "$")
	if len(hash) > 1000 || len(parts) != 6 {
		return c, nil, nil, fmt.Errorf("a password hash of %d bytes in %d parts, "+
			"expected $argon2id$v=19$m=…,t=…,p=…$salt$hash", len(hash), len(parts))
	}
	var version int
	_, err = fmt.Sscanf(hash, phcFormat, &version, &c.Memory, &c.Passes, &c.Lanes)
	if err != nil {
		return c, nil, nil, fmt.Errorf(
			"a password hash that does not begin $argon2id$v=19$m=…,t=…,p=…$: %w", err)
	}
	if version != argon2.Version {
		return c, nil, nil, fmt.Errorf(
			"a password hash of argon2 version %d, expected %d", version, argon2.Version)
	}
	if err := c.check(); err != nil {
		return c, nil, nil, err
	}
	base := base64.RawStdEncoding.Strict()
	salt, err1 := base.DecodeString(parts[4])
	sum, err2 := base.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(salt) < 8 || len(sum) != sumBytes ||
		encode(c, salt, sum) != hash {
		return c, nil, nil, fmt.Errorf(
			"a password hash that is damaged: a salt of %d bytes and a sum of %d", len(salt),
			len(sum))
	}
	return c, salt, sum, nil
}
