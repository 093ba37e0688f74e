package expect

import "strings"

// program is the name and version in a user agent, for example "kubectl/v1.37.2".
func program(agent string) string {
	name, _, _ := strings.Cut(agent, " ")
	return name
}
