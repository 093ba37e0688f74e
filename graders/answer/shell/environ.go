package shell

import (
	"strconv"
	"time"

	"mvdan.cc/sh/v3/expand"
)

// variables adds those that change by themselves to a fixed list.
type variables struct {
	expand.Environ
	started time.Time
	name    string
}

func environ(list []string, name string) expand.Environ {
	return variables{Environ: expand.ListEnviron(list...), started: time.Now(), name: name}
}

// Get computes SECONDS, EPOCHSECONDS and BASH_SOURCE.
func (v variables) Get(name string) expand.Variable {
	switch name {
	case "SECONDS":
		return text(strconv.Itoa(int(time.Since(v.started).Seconds())))
	case "EPOCHSECONDS":
		return text(strconv.FormatInt(time.Now().Unix(), 10))
	case "BASH_SOURCE":
		return text(v.name)
	}
	return v.Environ.Get(name)
}

func text(value string) expand.Variable {
	return expand.Variable{Set: true, Kind: expand.String, Str: value}
}

// exported lists what a program sees of a shell's variables.
func exported(env expand.Environ) []string {
	values := map[string]string{}
	var order []string
	env.Each(func(name string, vr expand.Variable) bool {
		if _, seen := values[name]; !seen {
			order = append(order, name)
		}
		delete(values, name)
		if vr.IsSet() && vr.Exported && vr.Kind == expand.String {
			values[name] = vr.Str
		}
		return true
	})
	var list []string
	for _, name := range order {
		if value, ok := values[name]; ok {
			list = append(list, name+"="+value)
			delete(values, name)
		}
	}
	return list
}
