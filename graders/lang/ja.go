package lang

func japanese() map[string]string { return map[string]string{} }
