package tradegame

// Routes returns the methods and paths of the endpoints for programs.
func Routes() (list []string) {
	for _, r := range routes(nil) {
		list = append(list, r.Method+" "+r.Path)
	}
	return list
}
