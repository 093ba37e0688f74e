package lang

// japaneseCLI is what the commands around a running lab and a grading say.
func japaneseCLI() map[string]string {
	return map[string]string{
		"%s  %s":                      "%s  %s",
		"%s  %s since %s  %s  pid %s": "%s  %s(%sから)  %s  pid %s",
		"not started":                 "未開始",
		"kept":                        "停止中(データあり)",
		"starting":                    "起動準備中",
		"running":                     "起動中",
		"%s stopped; podium lab start %s goes on with it":         "%sを停止しました。続きから再開するには: podium lab start %s",
		"%s stopped and deleted":                                  "%sを停止し、削除しました",
		"%s begins again":                                         "%sを最初から開始しました",
		"shell for %s; leave it with exit, the lab keeps running": "%s用のシェルです。exitで終了します。ラボは動き続けます",

		"%s: tasks":         "%s: 課題",
		"%s %s":             "%s %s",
		"%s %s/%s: passed":  "%s %s/%s: 合格",
		"%s %s/%s: failed":  "%s %s/%s: 不合格",
		"%s %s/%s: blocked": "%s %s/%s: 前提の課題が未達成",
		"%s %s/%s: error":   "%s %s/%s: 採点できませんでした",

		"missing  %s":                       "なし  %s",
		"there    %s":                       "あり  %s",
		"loaded %s":                         "%sを読み込みました",
		"the engine has none of the images": "エンジンにイメージが1つもありません",
		"%d of %d cases as declared":        "%[2]d件中%[1]d件が宣言どおり",

		"the control plane ended: %w":                     "コントロールプレーンが終了しました: %w",
		"the grader process said nothing for %s":          "採点プロセスが%sの間応答しませんでした",
		"the grader process ended before it had finished": "採点プロセスが途中で終了しました",
		"read event: %w":                                  "採点プロセスの出力を読み取れません: %w",

		"%s is no file":    "%sはファイルではありません",
		"open attempt: %w": "操作記録を開けません: %w",
		"read attempt: %w": "操作記録を読み取れません: %w",
	}
}

// japaneseSteps is what an attempt does, and what became of an answer's steps.
func japaneseSteps() map[string]string {
	return map[string]string{
		"settle":                                    "クラスターが落ち着くまで待機",
		"%s is %s %s":                               "%sは%s %s",
		"%s is %s number %d of %s":                  "%[1]sは、%[4]sの%[3]d番目の%[2]s",
		"%s is %s number %d called %s...":           "%[1]sは、%[4]s...という名前の%[3]d番目の%[2]s",
		"%s on %s":                                  "%s (ノード%s)",
		"%s in namespace %s":                        "%s、名前空間%s",
		"reset task %s":                             "タスク%sをやり直し",
		"%s as a dry run: %d":                       "%s、dry run: %d",
		"%s: %d":                                    "%s: %d",
		"there is no such object: %s":               "該当するオブジェクトがありません: %s",
		"the time for an attempt is up":             "操作記録の再生が制限時間に達しました",
		"%s is left out: %s":                        "%sは送りませんでした: %s",
		"%s is left out: its option %s is too long": "%sは送りませんでした: オプション%sが長すぎます",
		"%s was answered with %d, not with %d as before. %s": "%[1]sへの応答は%[2]dで、作業時の%[3]dと異なりました。%[4]s",
		"ended: %s":                                    "終了: %s",
		"ended: the time of %s is up":                  "終了: 制限時間の%sに達しました",
		"ended: it used more than %d MiB of memory":    "終了: メモリの使用量が%d MiBを超えました",
		"%s: not available in answers (available: %s)": "%s: 解答では使えません(使えるもの: %s)",
		"%s is not available in answers: %s":           "%sは解答では使えません: %s",
		"%s: option %s is not available in answers":    "%s: オプション%sは解答では使えません",
		"bash: a script on standard input is not available in answers; give -c or a file": "bash: 標準入力からのスクリプトは解答では使えません。-cまたはファイルを指定してください",
	}
}
