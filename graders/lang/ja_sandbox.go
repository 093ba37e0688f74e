package lang

// japaneseSandbox is what is said about the sandbox and about tampering.
func japaneseSandbox() map[string]string {
	return map[string]string{}
}
