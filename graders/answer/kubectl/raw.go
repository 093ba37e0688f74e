package kubectl

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/graders/lang"
)

// rawRoots are where the API and its own descriptions begin; nothing else of a server is an answer's business.
var rawRoots = []string{"api", "apis", "openapi", "version", "healthz", "readyz", "livez"}

// rawDetours are parts of API paths that lead on to something else.
var rawDetours = []string{"proxy", "exec", "attach", "portforward"}

// refuseRaw bounds the --raw of get, create, replace and delete to the API.
func refuseRaw(cmd *cobra.Command) error {
	flag := cmd.Flags().Lookup("raw")
	if flag == nil || !flag.Changed || flag.Value.Type() == "bool" { // kubectl config view has another
		return nil
	}
	text := flag.Value.String()
	at, err := url.ParseRequestURI(text)
	if err != nil || at.Scheme != "" || at.Host != "" || strings.HasPrefix(text, "//") || path.Clean(at.Path) != strings.TrimSuffix(at.Path, "/") {
		return lang.Errorf("--raw is not available in answers with %s: give a path of the API, like /api/v1/nodes", text)
	}
	parts := strings.Split(strings.Trim(at.Path, "/"), "/")
	if !slices.Contains(rawRoots, parts[0]) {
		return lang.Errorf("--raw is not available in answers with %s: it is outside of the API", text)
	}
	for _, detour := range rawDetours {
		if slices.Contains(parts[1:], detour) {
			return lang.Errorf("--raw is not available in answers with %s: answers have no %s", text, detour)
		}
	}
	return nil
}
