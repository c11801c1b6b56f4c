package features

// ForgetWords empties the caches of words and pairs of words.
func ForgetWords() {
	lexemes.mu.Lock()
	defer lexemes.mu.Unlock()
	clear(lexemes.known) // which makes the lexemes of all cached pairs obsolete
}
