// Package guard limits how often things may be done on a site: by one address, one player, or
// under one name.
package guard
