package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

func writeFlags(add bool) int {
	if add {
		return os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	return os.O_WRONLY | os.O_CREATE | os.O_TRUNC
}

// perFile calls do with each operand and returns 1 if one failed.
func (e *Env) perFile(names []string, do func(name string) error) int {
	if len(names) == 0 {
		return e.usage(lang.M("missing operand"))
	}
	code := 0
	for _, name := range names {
		if err := do(name); err != nil {
			e.fileError(name, err)
			code = 1
		}
	}
	return code
}

func mkdir(_ context.Context, env *Env, args []string) int {
	set := env.flags()
	parents := set.BoolP("parents", "p", false, "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	return env.perFile(names, func(name string) error {
		if _, err := env.Box.Stat(env.Dir, name, true); err == nil && !*parents {
			return fs.ErrExist
		}
		return env.Box.MkdirAll(env.Dir, name)
	})
}

func rm(_ context.Context, env *Env, args []string) int {
	set := env.flags()
	force := set.BoolP("force", "f", false, "")
	recursive := set.BoolP("recursive", "r", false, "")
	capital := set.BoolP("Recursive", "R", false, "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if *force && len(names) == 0 {
		return 0
	}
	return env.perFile(names, func(name string) error {
		err := env.Box.Remove(env.Dir, name, *recursive || *capital)
		if *force && errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
}

func touch(_ context.Context, env *Env, args []string) int {
	names, ok := env.parse(env.flags(), args)
	if !ok {
		return Usage
	}
	return env.perFile(names, func(name string) error {
		f, err := env.Box.OpenFile(env.Dir, name, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return err
		}
		return f.Close()
	})
}

func cp(_ context.Context, env *Env, args []string) int { return env.transfer(args, false) }

func mv(_ context.Context, env *Env, args []string) int { return env.transfer(args, true) }

// transfer copies files, and for mv removes the old ones.
func (e *Env) transfer(args []string, remove bool) int {
	set := e.flags()
	set.BoolP("force", "f", false, "")
	names, ok := e.parse(set, args)
	if !ok {
		return Usage
	}
	if len(names) < 2 {
		return e.usage(lang.M("want files and where they go"))
	}
	target := names[len(names)-1]
	info, err := e.Box.Stat(e.Dir, target, true)
	folder := err == nil && info.IsDir()
	if len(names) > 2 && !folder {
		return e.usage(lang.M("%s is no folder", target))
	}
	return e.perFile(names[:len(names)-1], func(name string) error {
		to := target
		if folder {
			to = path.Join(target, path.Base(name))
		}
		data, err := e.Box.ReadFile(e.Dir, name)
		if err != nil {
			return err
		}
		if err := e.Box.WriteFile(e.Dir, to, data); err != nil || !remove {
			return err
		}
		return e.Box.Remove(e.Dir, name, false)
	})
}

func ls(_ context.Context, env *Env, args []string) int {
	set := env.flags()
	set.BoolP("one", "1", false, "")
	all := set.BoolP("all", "a", false, "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if len(names) == 0 {
		names = []string{"."}
	}
	return env.perFile(names, func(name string) error {
		info, err := env.Box.Stat(env.Dir, name, true)
		if err != nil {
			return err
		}
		if !info.IsDir() {
			_, _ = fmt.Fprintln(env.Stdout, name)
			return nil
		}
		entries, err := env.Box.ReadDir(env.Dir, name)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if *all || !strings.HasPrefix(entry.Name(), ".") {
				_, _ = fmt.Fprintln(env.Stdout, entry.Name())
			}
		}
		return nil
	})
}

func mktemp(_ context.Context, env *Env, args []string) int {
	set := env.flags()
	folder := set.BoolP("directory", "d", false, "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if len(names) > 0 {
		return env.usage(lang.M("a template is not available in answers"))
	}
	for n := 1; ; n++ {
		name := "/tmp/tmp." + strconv.Itoa(n)
		if _, err := env.Box.Stat(env.Dir, name, false); err == nil {
			continue
		}
		err := error(nil)
		if *folder {
			err = env.Box.MkdirAll(env.Dir, name)
		} else {
			err = env.Box.WriteFile(env.Dir, name, nil)
		}
		if err != nil {
			env.fileError(name, err)
			return 1
		}
		_, _ = fmt.Fprintln(env.Stdout, name)
		return 0
	}
}

func basename(_ context.Context, env *Env, args []string) int {
	names, ok := env.parse(env.flags(), args)
	if !ok || len(names) < 1 || len(names) > 2 {
		return env.usage(lang.M("want a path and perhaps a suffix"))
	}
	base := path.Base(names[0])
	if len(names) == 2 && base != names[1] {
		base = strings.TrimSuffix(base, names[1])
	}
	_, _ = fmt.Fprintln(env.Stdout, base)
	return 0
}

func dirname(_ context.Context, env *Env, args []string) int {
	names, ok := env.parse(env.flags(), args)
	if !ok {
		return Usage
	}
	return env.perFile(names, func(name string) error {
		_, err := fmt.Fprintln(env.Stdout, path.Dir(path.Clean(name)))
		return err
	})
}
