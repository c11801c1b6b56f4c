// Package tradegame puts Turing Trade on a site: the live games of package floor, the pages of
// tradeweb and the endpoints for machine players.
package tradegame
