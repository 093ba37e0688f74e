package lang

// japaneseExam is what commands say about an exam, and about a running lab.
func japaneseExam() map[string]string {
	return map[string]string{
		"open recorded history: %w":                                                                                               "記録された履歴を開けません: %w",
		"%s is no recorded history: %w":                                                                                           "%sは記録された履歴ではありません: %w",
		"%s is no recorded history: there is no whole entry in it":                                                                "%sは記録された履歴ではありません: 完全な項目が1つもありません",
		"The last line of %s is cut off; what comes before it is shown.":                                                          "%sの最後の行は途中で切れています。その前までを表示します。",
		"your one request for it was not refused":                                                                                 "それに対するあなたの1件のリクエストは拒否されていません",
		"%s is updated from another image to %s, until every worker has a ready Pod with it":                                      "%sが別のイメージから%sへ更新され、すべてのワーカーでそのイメージのPodがReadyになる",
		"up/down: lines %d to %d of %d":                                                                                           "上下キー: %d~%d行目(全%d行)",
		"The same with one of these nodes instead: %s":                                                                            "次のノードのどれかに対して同じ変更を行う場合も可: %s",
		"%s is an exam: there are no results before it is handed in":                                                              "%sは試験です。提出するまで結果は表示されません",
		"%s is an exam: there are no hints before it is handed in":                                                                "%sは試験です。提出するまでヒントは表示されません",
		"hand it in: podium lab finish %s":                                                                                        "提出するには: podium lab finish %s",
		"an exam of %s is under way: it began at %s and takes %s, not %s":                                                         "%sの試験はすでに始まっています。%sに開始し、制限時間は%sです(%sではありません)",
		"go on with it: podium lab start %s; give it up without handing it in: podium lab stop %s --yes":                          "続けるには: podium lab start %s、提出せずにやめるには: podium lab stop %s --yes",
		"the exam of %s was not handed in, and what was done in it would be deleted":                                              "%sの試験はまだ提出されていません。停止すると、行ったことがすべて削除されます",
		"hand it in: podium lab finish %s; stop and go on later: podium lab stop %s --keep; give it up: podium lab stop %s --yes": "提出するには: podium lab finish %s、停止して後で続けるには: podium lab stop %s --keep、やめるには: podium lab stop %s --yes",
		"the exam of %s was handed in at %s":                                                                                      "%sの試験は%sに提出されました",
		"for another one: podium lab stop %s":                                                                                     "もう一度受けるには: podium lab stop %s",
		"%s was started without a clock":                                                                                          "%sは試験としてではなく開始されています",
		"stop it first: podium lab stop %s":                                                                                       "先に停止してください: podium lab stop %s",
		"The exam of %s was handed in at %s.":                                                                                     "%sの試験は%sに提出されました。",
		"%s is an exam, and its time was up at %s.":                                                                               "%sは試験です。%sに制限時間が終わりました。",
		"%s is an exam: %s left, until %s.":                                                                                       "%sは試験です。残り %s、%sまで。",
		"Go on with it: podium lab start %s":                                                                                      "続けるには: podium lab start %s",
		"Hand it in: podium lab finish %s":                                                                                        "提出するには: podium lab finish %s",
		"Its report: podium lab finish %s":                                                                                        "結果を見るには: podium lab finish %s",
		"%s is not an exam":                                                                                                       "%sは試験ではありません",
		"how far you are: podium lab check %s":                                                                                    "ここまでの採点: podium lab check %s",
		"What a task asks for:                          podium lab task %s TASK":                                                  "課題の本文:                               podium lab task %s TASK",
		"How much time is left:                         podium lab status %s":                                                     "残り時間:                                 podium lab status %s",
		"Hand it in, and get the report:                podium lab finish %s":                                                     "提出して結果を見る:                       podium lab finish %s",
	}
}
