// Package httpx holds the HTTP conventions of the module's servers: errors that carry a status
// ([Error]), the table that chooses it ([Rules]), the client's address behind proxies ([Proxies]),
// and a ResponseWriter that records the status and size of the answer ([Recorder]).
package httpx
