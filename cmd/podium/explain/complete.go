package explain

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/graders/explain/seen"
)

// complete offers kinds, and behind the slash the names there are.
func (a *access) complete(cmd *cobra.Command, args []string, start string) ([]cobra.Completion, cobra.ShellCompDirective) {
	kind, name, slash := strings.Cut(start, "/")
	prefix := kind + "/"
	if len(args) == 1 {
		kind, name, slash, prefix = args[0], start, true, ""
	}
	if len(args) > 1 || strings.Contains(name, "/") {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if !slash {
		return begins(seen.KindNames(), kind, "/"), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
	known, err := seen.ParseKind(kind)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	cluster, err := a.connect(cmd.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	names, err := seen.Names(cmd.Context(), cluster.client, seen.Target{Kind: known, Namespace: cluster.namespace})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	for i := range names {
		names[i] = prefix + names[i]
	}
	return begins(names, start, ""), cobra.ShellCompDirectiveNoFileComp
}

func begins(words []string, start, end string) []cobra.Completion {
	var found []cobra.Completion
	for _, word := range words {
		if strings.HasPrefix(word, start) {
			found = append(found, word+end)
		}
	}
	return found
}
