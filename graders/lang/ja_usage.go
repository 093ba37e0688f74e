package lang

// japaneseUsage is what is said about a command line that cannot be understood.
func japaneseUsage() map[string]string {
	return map[string]string{
		"podium: interrupted; what had been started is gone":  "podium: 中断しました。起動途中のものは片付けました",
		"unknown command %s for %s":                           "%[2]sに%[1]sというコマンドはありません",
		"unknown command %s for %s\n\nDid you mean this?\n%s": "%[2]sに%[1]sというコマンドはありません\n\nもしかして:\n%[3]s",
		"unknown flag: %s":                                    "不明なフラグです: %s",
		"unknown shorthand flag: %s in %s":                    "不明な短縮フラグです: %[2]sの%[1]s",
		"flag needs an argument: %s":                          "フラグに値が必要です: %s",
		"invalid argument %s for %s flag: %s":                 "フラグ%[2]sに%[1]sは指定できません: %[3]s",
		"required flag(s) %s not set":                         "必須のフラグがありません: %s",
		"accepts %s arg(s), received %s":                      "引数は%s個必要です(指定: %s個)",
		"accepts at most %s arg(s), received %s":              "引数は%s個までです(指定: %s個)",
		"accepts between %s and %s arg(s), received %s":       "引数は%s個から%s個までです(指定: %s個)",
		"requires at least %s arg(s), only received %s":       "引数は%s個以上必要です(指定: %s個)",
	}
}
