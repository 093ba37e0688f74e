package kubectl

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/podium-labs/podium/graders/lang"
)

// maxStdin is how much a command may read with -f -.
const maxStdin = 8 << 20

// pathFlags name files, relative to the script's working directory; keyed ones may have "key=" before the file.
var pathFlags = map[string]struct{ keyed bool }{
	"filename": {}, "kustomize": {}, "from-file": {keyed: true}, "from-env-file": {}, "patch-file": {}, "cert": {}, "key": {},
}

// fileFormats are the output formats that read a template from a file.
var fileFormats = []string{"go-template-file", "templatefile", "jsonpath-file", "custom-columns-file"}

// confine turns every file that a command names into its place in the box, or refuses it.
func (c *call) confine(cmd *cobra.Command, args []string) error {
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if kind, ok := pathFlags[flag.Name]; ok && err == nil && isPath(cmd, flag) {
			err = c.confineFlag(flag, kind.keyed)
		}
	})
	if err != nil {
		return err
	}
	if err := c.confineTemplate(cmd); err != nil {
		return err
	}
	if cmd.CommandPath() == "kubectl kustomize" {
		return c.kustomizeArgs(args)
	}
	return nil
}

// isPath tells apart flags of the same name: create secret tls has a file --key, certificate has none.
func isPath(cmd *cobra.Command, flag *pflag.Flag) bool {
	if flag.Name == "cert" || flag.Name == "key" {
		return cmd.CommandPath() == "kubectl create secret tls"
	}
	return true
}

func (c *call) confineFlag(flag *pflag.Flag, keyed bool) error {
	list, many := flag.Value.(pflag.SliceValue)
	values := []string{flag.Value.String()}
	if many {
		values = list.GetSlice()
	}
	for i, value := range values {
		key := ""
		if keyed {
			if before, after, ok := strings.Cut(value, "="); ok {
				key, value = before+"=", after
			}
		}
		place, err := c.file(flag.Name, value)
		if err != nil {
			return err
		}
		if keyed && key == "" && place != filepath.Clean(value) {
			key = keyFor(value, place)
		}
		values[i] = key + place
	}
	if many {
		return list.Replace(values)
	}
	return flag.Value.Set(values[0])
}

// keyFor keeps the key that --from-file=NAME would have had; a folder has none of its own.
func keyFor(value, place string) string {
	if info, err := os.Stat(place); err != nil || info.IsDir() {
		return ""
	}
	return filepath.Base(value) + "="
}

// file returns the place of one file; standard input is kept in a file, because kubectl would read that of this process.
func (c *call) file(flag, value string) (string, error) {
	switch {
	case value == "":
		return value, nil
	case value == "-" || value == "/dev/stdin" || value == "/dev/fd/0":
		if flag == "kustomize" {
			return "", lang.Errorf("--kustomize wants a folder")
		}
		return c.keepStdin()
	case strings.Contains(value, "://") || remote(value):
		return "", lang.Errorf("--%s: %s is not in the answer's folder; nothing is loaded over the network", flag, value)
	}
	place, err := c.config.Box.Real(c.env.Dir, value)
	if err != nil {
		return "", lang.Errorf("--%s: %w", flag, err)
	}
	if flag == "kustomize" {
		return place, c.kustomization(place, 0)
	}
	return place, nil
}

// remote tells whether kustomize would take a path for a repository.
func remote(value string) bool {
	return strings.HasPrefix(value, "github.com/") || strings.HasPrefix(value, "git@") || strings.Contains(value, "?ref=")
}

func (c *call) confineTemplate(cmd *cobra.Command) error {
	format := cmd.Flags().Lookup("output")
	if format == nil {
		return nil
	}
	text := format.Value.String()
	for _, name := range fileFormats {
		rest, ok := strings.CutPrefix(text, name)
		if !ok {
			continue
		}
		if file, ok := strings.CutPrefix(rest, "="); ok {
			place, err := c.file("output", file)
			if err != nil {
				return err
			}
			return format.Value.Set(name + "=" + place)
		}
		if template := cmd.Flags().Lookup("template"); template != nil && rest == "" {
			place, err := c.file("template", template.Value.String())
			if err != nil {
				return err
			}
			return template.Value.Set(place)
		}
	}
	return nil
}

// inputs numbers the files that standard input was kept in.
type inputs struct {
	dir string
	n   atomic.Int64
}

func (c *call) keepStdin() (string, error) {
	data, err := io.ReadAll(io.LimitReader(c.stdin(), maxStdin+1))
	if err != nil {
		return "", lang.Errorf("read standard input: %w", err)
	}
	if len(data) > maxStdin {
		return "", lang.Errorf("standard input is larger than %d bytes", maxStdin)
	}
	name := filepath.Join(c.inputs.dir, "STDIN-"+strconv.FormatInt(c.inputs.n.Add(1), 10)+".yaml")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		return "", lang.Errorf("keep standard input: %w", err)
	}
	c.spool = append(c.spool, name)
	return name, nil
}

// close removes what was kept.
func (c *call) close() {
	for _, name := range c.spool {
		_ = os.Remove(name)
	}
}
