package lang

func japaneseCLI() map[string]string    { return map[string]string{} }
func japaneseDoctor() map[string]string { return map[string]string{} }
