package help

// cobraTexts are the texts of the commands that the library of the command line adds.
func cobraTexts() table {
	return table{
		"Help about any command": "コマンドの説明を表示する",
		"Help provides help for any command in the application. Simply type podium help [path to command] for full details.":                                 "コマンドの詳しい説明を表示します。podium help [コマンド] と入力してください。",
		"Generate the autocompletion script for the specified shell":                                                                                         "指定したシェルの補完スクリプトを生成する",
		"Generate the autocompletion script for podium for the specified shell. See each sub-command's help for details on how to use the generated script.": "指定したシェルのpodiumの補完スクリプトを生成します。使い方は各サブコマンドの説明を参照してください。",
		"Generate the autocompletion script for bash":                                                                                                        "bashの補完スクリプトを生成する",
		"Generate the autocompletion script for zsh":                                                                                                         "zshの補完スクリプトを生成する",
		"Generate the autocompletion script for fish":                                                                                                        "fishの補完スクリプトを生成する",
		"Generate the autocompletion script for powershell":                                                                                                  "powershellの補完スクリプトを生成する",
		"disable completion descriptions":                                                                                                                    "補完候補の説明を付けない",
	}
}

// cobraScripts say how to load the scripts.
func cobraScripts() table {
	return table{
		"Generate the autocompletion script for the bash shell.": "bashの補完スクリプトを生成します。",
		"Generate the autocompletion script for the zsh shell.":  "zshの補完スクリプトを生成します。",
		"Generate the autocompletion script for the fish shell.": "fishの補完スクリプトを生成します。",
		"Generate the autocompletion script for powershell.":     "powershellの補完スクリプトを生成します。",
		"This script depends on the 'bash-completion' package. If it is not installed already, you can install it via your OS's package manager.": "このスクリプトには'bash-completion'パッケージが必要です。\nインストールされていない場合は、OSのパッケージマネージャーでインストールできます。",
		"To load completions in your current shell session:":                                                                             "現在のシェルで補完を有効にするには:",
		"To load completions for every new session, execute once:":                                                                       "新しいシェルで常に補完を有効にするには、次を一度実行します:",
		"You will need to start a new shell for this setup to take effect.":                                                              "この設定は、新しいシェルから有効になります。",
		"If shell completion is not already enabled in your environment you will need to enable it. You can execute the following once:": "シェルの補完がまだ有効でない場合は、有効にする必要があります。次を一度実行してください:",
		"To load completions for every new session, add the output of the above command to your powershell profile.":                     "新しいシェルで常に補完を有効にするには、上のコマンドの出力をpowershellのプロファイルに追加してください。",
	}
}
