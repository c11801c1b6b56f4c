// Package guard limits how often something may be done on a site: from one address, by one player,
// or under one name.
package guard
