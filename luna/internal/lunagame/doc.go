// Package lunagame puts the Luna Game on a site: it connects the referee, the endpoints, the pages,
// the published games and the letters to players.
package lunagame
