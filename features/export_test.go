package features

// ForgetWords forgets what was computed of words and pairs of words.
func ForgetWords() {
	lexemes.mu.Lock()
	defer lexemes.mu.Unlock()
	clear(lexemes.known) // pairs go by lexemes, which will be others
}
