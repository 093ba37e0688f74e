package kubectl

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/podium-labs/podium/graders/lang"
)

const (
	ofTheLab     = "answers use the cluster of the lab"
	asTheLearner = "answers act as the learner"
	noPrograms   = "no programs are run in answers"
	noEditor     = "there is no editor in answers; use kubectl apply or kubectl patch"
	noAttach     = "answers cannot attach to containers"
)

// globalFlags are kubectl's own flags that would leave the cluster or the identity of the answer, each with the reason. Some
// commands have flags of the same name that mean something else, like create rolebinding --user.
var globalFlags = map[string]string{
	"kubeconfig": ofTheLab, "server": ofTheLab, "cluster": ofTheLab, "context": ofTheLab, "certificate-authority": ofTheLab,
	"tls-server-name": ofTheLab, "insecure-skip-tls-verify": ofTheLab,
	"proxy-url": ofTheLab,
	"user":      asTheLearner, "username": asTheLearner, "password": asTheLearner, "as": asTheLearner, "as-group": asTheLearner, "as-uid": asTheLearner, "as-user-extra": asTheLearner,
	"token": asTheLearner, "client-certificate": asTheLearner, "client-key": asTheLearner,
	"cache-dir": "the cache lies in the answer's own folder",
	"profile":   "there is no profiling in answers", "profile-output": "there is no profiling in answers",
}

// localFlags are flags of single commands that would leave the answer's files or need a person.
var localFlags = map[string]string{
	"kubeconfig": ofTheLab, // kubectl config has one of its own
	"edit":       noEditor, "windows-line-endings": noEditor,
	"attach": noAttach, "stdin": noAttach, "tty": noAttach, "leave-stdin-open": noAttach,
	"enable-helm": noPrograms, "enable-alpha-plugins": noPrograms, "helm-command": noPrograms, "helm-api-versions": noPrograms,
	"helm-kube-version": noPrograms, "helm-debug": noPrograms, "network": noPrograms, "network-name": noPrograms, "mount": noPrograms,
	"as-current-user": noPrograms,
	"load-restrictor": "kustomizations use files of their own folder", "output-directory": "print to standard output instead",
}

// harmless are refused flags given with the value that they have anyway.
var harmless = map[string]string{
	"attach": "false", "stdin": "false", "tty": "false", "edit": "false", "leave-stdin-open": "false",
	"insecure-skip-tls-verify": "false", "profile": "none",
}

// refusedCommands are commands, with all below them, that an answer cannot run.
var refusedCommands = map[string]string{
	"kubectl edit":                    "there is no editor in answers, and KUBE_EDITOR is not run; use kubectl apply or kubectl patch",
	"kubectl apply edit-last-applied": "there is no editor in answers, and KUBE_EDITOR is not run; use kubectl apply or kubectl patch",
	"kubectl cp":                      "answers cannot copy from or to containers",
	"kubectl exec":                    "answers cannot run programs in containers",
	"kubectl attach":                  "answers cannot attach to containers",
	"kubectl debug":                   "answers cannot attach to containers",
	"kubectl port-forward":            "answers cannot open ports",
	"kubectl proxy":                   "answers cannot open ports",
	"kubectl plugin":                  "answers have no plugins",
	"kubectl alpha":                   "alpha commands may change at any time",
	"kubectl kuberc":                  "answers have no kuberc",
	"kubectl config":                  "answers use the cluster of the lab; view, current-context, get-contexts, use-context and set-context are there",
	"kubectl cluster-info dump":       "use kubectl get and kubectl logs",
	"kubectl __complete":              "there is nobody to complete for",
	"kubectl __completeNoDesc":        "there is nobody to complete for",
}

// allowedCommands are exceptions below a refused command. What config writes is a copy that lives as long as the answer.
var allowedCommands = map[string]bool{
	"kubectl config view": true, "kubectl config current-context": true, "kubectl config get-contexts": true,
	"kubectl config get-clusters": true, "kubectl config get-users": true, "kubectl config use-context": true,
	"kubectl config set-context": true,
}

// guard puts a check before every command of the tree; it sees flags as they were really parsed.
func (c *call) guard(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		c.guard(sub)
	}
	check := func(cmd *cobra.Command, args []string) error {
		if err := refuse(cmd); err != nil {
			return err
		}
		if err := refuseRaw(cmd); err != nil {
			return err
		}
		return c.confine(cmd, args)
	}
	switch run, runE := cmd.Run, cmd.RunE; {
	case runE != nil:
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return err
			}
			return runE(cmd, args)
		}
	case run != nil:
		cmd.Run = nil
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return err
			}
			run(cmd, args)
			return nil
		}
	}
}

// refuse returns a sentence for what an answer may not use.
func refuse(cmd *cobra.Command) error {
	path := cmd.CommandPath()
	for at := path; at != "" && !allowedCommands[path]; at = parent(at) {
		if reason, ok := refusedCommands[at]; ok {
			return lang.Errorf("%s is not available in answers: %s", at, lang.Phrase(reason))
		}
	}
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		refused := localFlags
		if cmd.Root().PersistentFlags().Lookup(flag.Name) == flag {
			refused = globalFlags
		}
		reason, ok := refused[flag.Name]
		if value, fine := harmless[flag.Name]; ok && err == nil && (!fine || flag.Value.String() != value) {
			err = lang.Errorf("%s is not available in answers: %s", "--"+flag.Name, lang.Phrase(reason))
		}
	})
	return err
}

func parent(path string) string {
	i := strings.LastIndexByte(path, ' ')
	if i < 0 {
		return ""
	}
	return path[:i]
}

// ignored names variables that the kubectl program would obey and this one does not.
func ignored(environ []string) []lang.Message {
	var notes []lang.Message
	for _, name := range []string{"KUBECONFIG", "KUBECTL_EXTERNAL_DIFF", "KUBERC", "HTTPS_PROXY", "KUBECTL_KUBERC"} {
		for _, pair := range environ {
			if value, ok := strings.CutPrefix(pair, name+"="); ok && value != "" {
				notes = append(notes, lang.M("kubectl: %s is ignored in answers", name))
			}
		}
	}
	return notes
}
