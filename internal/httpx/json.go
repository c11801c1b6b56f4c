package httpx

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// JSONType is the content type of JSON answers.
const JSONType = "application/json; charset=utf-8"

// WriteJSON sends a whole answer. A value that cannot be encoded is an error, and nothing is sent.
func WriteJSON(w http.ResponseWriter, status int, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	WriteEncoded(w, status, text)
	return nil
}

// WriteEncoded is [WriteJSON] for a value that is encoded already.
func WriteEncoded(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", JSONType)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text) // fails only if the client is gone
}

// WriteError answers with the headers and status of an error, and {"message": …} as the body, with
// the request_id set by [Identify].
func WriteError(w http.ResponseWriter, e *Error) {
	for name, values := range e.Header {
		w.Header()[name] = values
	}
	_ = WriteJSON(w, e.Status, struct { // a string can always be encoded
		Message   string `json:"message"`
		RequestID string `json:"request_id,omitempty"`
	}{e.Message, w.Header().Get(RequestIDHeader)})
}
