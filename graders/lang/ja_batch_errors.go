package lang

// japaneseBatchErrors is why "podium batch" cannot begin or go on.
func japaneseBatchErrors() map[string]string {
	return map[string]string{
		"go on: %s\n        remove it: kubectl -n %s delete job %s": "続けるには: %s\n        削除するには: kubectl -n %s delete job %s",
		// flags
		"unknown engine %q":                                                    "未知の--engine %qです",
		"unknown layout %q":                                                    "未知の--layout %qです",
		"unknown regrade %q":                                                   "未知の--regrade %qです",
		"--canary must be 0 or more, not %d":                                   "--canaryは0以上にしてください。%dは使えません",
		"--retries must be 0 or more, not %d":                                  "--retriesは0以上にしてください。%dは使えません",
		"--jobs must be a number above 0 or auto, not %q":                      "--jobsは1以上の数値かautoにしてください。%qは使えません",
		"--work is for a blob URL as OUT":                                      "--workは、OUTがblobのURLのときに使います",
		"--volume-claim and --volume-dir belong together":                      "--volume-claimと--volume-dirは一緒に指定してください",
		"--deadline needs git, and there is none in Pods":                      "--deadlineにはgitが必要ですが、Podの中にはありません",
		"--deadline needs git repositories, and a bucket has none":             "--deadlineにはgitリポジトリが必要ですが、バケットにはありません",
		"with --roster, SOURCE is the folder in which its paths begin":         "--rosterを指定したときのSOURCEは、名簿のパスの起点になるフォルダーです",
		"cannot use --gradebook %s":                                            "--gradebook %sは使えません",
		"%s %q is no quantity above 0, such as 500m or 2Gi":                    "%s %qは、500mや2Giのような0より大きい量ではありません",
		"%q cannot name a %s: %s":                                              "%qは%sの名前に使えません: %s",
		"%q is no absolute path":                                               "%qは絶対パスではありません",
		"a volume is either a claim or a path of the node":                     "ボリュームは、クレームとノードのパスのどちらか一方です",
		"Pods do not run as root: the user must be above 0":                    "Podはrootでは動きません。ユーザーIDを1以上にしてください",
		"Pods cannot see the folders of this machine":                          "Podからはこのマシンのフォルダーが見えません",
		"Pods grade on the embedded cluster; --provider %s cannot run in them": "Podは組み込みのクラスターで採点します。--provider %sはPodの中では使えません",
		"--image is missing: the image of this Podium (make image), where the cluster's nodes can pull it": "--imageがありません。このPodiumのイメージ(make image)を、クラスターのノードが取得できる場所に置いて指定してください",

		// submissions
		"find submissions: %w":                       "提出物を見つけられません: %w",
		"list submissions: %w":                       "提出物を一覧にできません: %w",
		"open submissions: %w":                       "提出物を開けません: %w",
		"open roster: %w":                            "名簿を開けません: %w",
		"read roster %s: %w":                         "名簿%sを読み取れません: %w",
		"it is empty":                                "空です",
		"there is no submission %q":                  "提出物%qはありません",
		"%q and %q would both be graded as %q":       "%qと%qが、どちらも%qとして採点されることになります",
		"%q cannot name a submission: %s":            "%qは提出物の名前に使えません: %s",
		"it is longer than %d bytes":                 "%dバイトを超えています",
		`it holds one of / \ : * ? " < > |`:          `/ \ : * ? " < > | のどれかが含まれています`,
		"it holds an invisible character":            "目に見えない文字が含まれています",
		"it begins or ends with a dot or a space":    "先頭か末尾がドットか空白です",
		"a file of the batch has that name":          "一括採点のファイルと同じ名前です",
		"its first row has no column %q; it has: %s": "1行目に%qの列がありません。あるのは: %s",
		"there is no submission: expected folders or archives (.zip, .tar.gz, .tgz, .tar), or a roster with rows": "提出物がありません。フォルダー、アーカイブ(.zip、.tar.gz、.tgz、.tar)、または行のある名簿が必要です",
		"%s is not below --volume-dir, so that no Pod can see it":                                                 "%sは--volume-dirの下にないため、Podから見えません",
		"%s is a repository, and there is no git in Pods: fetch it, and hand in a folder or an archive":           "%sはリポジトリですが、Podの中にgitはありません。取得してから、フォルダーかアーカイブを指定してください",

		// buckets
		"no blob storage has the scheme %q; there is: %s": "スキーム%qのblobストレージはありません。使えるのは: %s",
		"it names no bucket: %s://BUCKET/PREFIX":          "バケットの名前がありません: %s://BUCKET/PREFIX",
		"its path has . or .., or an empty part":          "パスに、.や..、または空の部分があります",
		"a file URL has three slashes: file:///FOLDER":    "fileのURLにはスラッシュが3つ必要です: file:///FOLDER",
		"open %s: %w":          "%sを開けません: %w",
		"remove %s: %w":        "%sを削除できません: %w",
		"read batch in %s: %w": "%sの一括採点を読み取れません: %w",
		"upload results to %s (they are in %s too): %w": "結果を%sに送れません(%sにもあります): %w",
		"another machine has gone on with this batch":   "この一括採点は別のマシンで続けられています",

		// going on
		"another batch is running in this folder":                    "このフォルダーでは別の一括採点が動いています",
		"there is no batch to go on with":                            "続ける一括採点がありません",
		"%s holds a batch about %s, not %s":                          "%sにあるのは%sの一括採点で、%sではありません",
		"%s holds a batch about %s: grade %s into another folder":    "%sにあるのは%sの一括採点です。%sは別のフォルダーに採点してください",
		"%d results are missing through no fault of the submissions": "提出物の問題ではない理由で、結果が%d件足りません",
		"%s is %q":        "%sが%qです",
		"encode Job: %w":  "Jobを書き出せません: %w",
		"find folder: %w": "フォルダーを見つけられません: %w",
		"find work folder: %w; choose one with --work": "作業フォルダーを見つけられません: %w。--workで指定してください",
		"hand folder for answers to the Pods: %w":      "解答用のフォルダーをPodに渡せません: %w",
		"make folder for answers: %w":                  "解答用のフォルダーを作れません: %w",
		"make folder of the batch: %w":                 "一括採点のフォルダーを作れません: %w",
		"make work folder: %w":                         "作業フォルダーを作れません: %w",
		"read gradebook: %w":                           "成績表を読み取れません: %w",
		"write gradebook: %w":                          "成績表に書き込めません: %w",
		"read journal: %w":                             "記録簿を読み取れません: %w",
		"write journal: %w":                            "記録簿に書き込めません: %w",
	}
}

// japaneseBatchAdvice is what to do about it.
func japaneseBatchAdvice() map[string]string {
	return map[string]string{
		"again":                                "もう一度実行するには",
		"leave out --resume":                   "--resumeを省略してください",
		"leave out --provider":                 "--providerを省略してください",
		"use --volume-claim":                   "--volume-claimを使ってください",
		"wait for it, or choose another --out": "終わるのを待つか、別の--outを指定してください",
		"run it again to upload the rest":      "残りを送るには、もう一度実行してください",
		"export it again, or name the column with --gradebook-column":              "書き出し直すか、--gradebook-columnで列を指定してください",
		"find out why (podium doctor, podium verify), then go on with --resume":    "原因を調べてから(podium doctor、podium verify)、--resumeで続けてください",
		"this command is for the Pods of an Indexed Job":                           "このコマンドはIndexed JobのPodが使うものです",
		"fetch the repositories at the deadline, and hand in folders or archives":  "締め切り時点のリポジトリを取得し、フォルダーかアーカイブを指定してください",
		"say where the volume is mounted on this machine":                          "このマシンでのボリュームのマウント先を指定してください",
		"use blob URLs as SOURCE and OUT, or --volume-claim NAME --volume-dir DIR": "SOURCEとOUTにblobのURLを使うか、--volume-claim NAME --volume-dir DIRを指定してください",
		"what its Pods have delivered is kept; go on":                              "Podが届けた結果は残っています。続けるには",
		"see what SOURCE can be":                                                   "SOURCEに使えるもの",
		"see what SOURCE and OUT can be":                                           "SOURCEとOUTに使えるもの",
		"choose another --out, or":                                                 "別の--outを指定するか、次を指定してください",
		"choose another --out":                                                     "別の--outを指定してください",
	}
}
