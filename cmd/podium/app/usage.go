package app

import (
	"regexp"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// language is that of everything that is said before flags are parsed, and of the texts of --help.
func language(args []string) *lang.Printer {
	name := lang.FromEnvironment()
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if value, ok := strings.CutPrefix(arg, "--lang="); ok {
			name = value
		} else if arg == "--lang" && i+1 < len(args) {
			name = args[i+1]
		}
	}
	printer, err := lang.New(name)
	if err != nil { // the command says so itself
		printer, _ = lang.New(lang.FromEnvironment()) // that is always one that there is
	}
	return printer
}

// form is what the library of the command line says of one that it does not understand, and what is said in its place.
type form struct {
	said *regexp.Regexp
	as   func(found []string) error
}

// forms are cobra's and pflag's, whose English is kept.
func forms() []form {
	return []form{
		{regexp.MustCompile(`^unknown command (".*?") for (".*?")(?:\n\nDid you mean this\?\n((?s:.*)))?$`), func(f []string) error {
			if f[3] == "" {
				return lang.Errorf("unknown command %s for %s", f[1], f[2])
			}
			return lang.Errorf("unknown command %s for %s\n\nDid you mean this?\n%s", f[1], f[2], f[3])
		}},
		{regexp.MustCompile(`^unknown flag: (--.*)$`), func(f []string) error { return lang.Errorf("unknown flag: %s", f[1]) }},
		{regexp.MustCompile(`^unknown shorthand flag: ('.*') in (-.*)$`), func(f []string) error { return lang.Errorf("unknown shorthand flag: %s in %s", f[1], f[2]) }},
		{regexp.MustCompile(`^flag needs an argument: (.*)$`), func(f []string) error { return lang.Errorf("flag needs an argument: %s", f[1]) }},
		{regexp.MustCompile(`^invalid argument (".*") for (".*?") flag: (.*)$`), func(f []string) error {
			return lang.Errorf("invalid argument %s for %s flag: %s", f[1], f[2], f[3])
		}},
		{regexp.MustCompile(`^required flag\(s\) (.*) not set$`), func(f []string) error { return lang.Errorf("required flag(s) %s not set", f[1]) }},
		{regexp.MustCompile(`^accepts (\d+) arg\(s\), received (\d+)$`), func(f []string) error { return lang.Errorf("accepts %s arg(s), received %s", f[1], f[2]) }},
		{regexp.MustCompile(`^accepts at most (\d+) arg\(s\), received (\d+)$`), func(f []string) error { return lang.Errorf("accepts at most %s arg(s), received %s", f[1], f[2]) }},
		{regexp.MustCompile(`^accepts between (\d+) and (\d+) arg\(s\), received (\d+)$`), func(f []string) error {
			return lang.Errorf("accepts between %s and %s arg(s), received %s", f[1], f[2], f[3])
		}},
		{regexp.MustCompile(`^requires at least (\d+) arg\(s\), only received (\d+)$`), func(f []string) error {
			return lang.Errorf("requires at least %s arg(s), only received %s", f[1], f[2])
		}},
	}
}

// usage finds the words for an error about the command line; every other error stays as it is.
func usage(err error) error {
	for _, form := range forms() {
		if found := form.said.FindStringSubmatch(err.Error()); found != nil {
			return form.as(found)
		}
	}
	return err
}
