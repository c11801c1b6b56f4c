// Package tradegame puts Turing Trade on a site: it connects its live games, endpoints, pages and
// letters. The rooms have the names of those of package lunagame.
package tradegame
