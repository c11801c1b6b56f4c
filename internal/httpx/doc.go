// Package httpx holds the HTTP conventions of the module's servers: errors that carry a status
// ([Error]), the table that chooses it ([Rules]), the client's address behind proxies
// ([Proxies]), and a ResponseWriter that records what was answered ([Recorder]).
package httpx
