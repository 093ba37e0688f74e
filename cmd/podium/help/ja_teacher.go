package help

// teacherTexts are the texts of what is typed by those who make labs, set up machines and pass on results.
func teacherTexts() table {
	return table{
		"Carry the images that --provider kind needs to machines without internet": "--provider kindに必要なイメージを、インターネットのないマシンに移す",
		"Say which images the container engine has":                                "コンテナエンジンにあるイメージを表示する",
		"Write the images that this machine has into an archive":                   "このマシンにあるイメージをアーカイブに書き出す",
		"Put the images of an archive into the container engine":                   "アーカイブのイメージをコンテナエンジンに読み込む",

		"Write stored records in the format of another system": "保存された記録を、別のシステムの形式で書き出す",
		`Export reads records that podium grade has stored (- is standard input), refuses what does not follow their schema or does not add up, and writes one document about all of them. A format that cannot say "no score" writes nothing about a record without one: the exit code is 3 then, or 4 if the submission could not be read or tampered with the grading.`: `exportは、podium gradeが保存した記録(-は標準入力)を読み、スキーマに合わないものや計算の合わないものを拒否し、
全体を1つの文書に書き出します。「点数なし」を表せない形式では、点数のない記録について何も書き出しません。
その場合の終了コードは3、提出物を読み取れなかったか採点への不正な干渉があったときは4です。`,
		"Formats:":              "形式:",
		"the format, see above": "形式(上の一覧を参照)",
		"file to write to instead of standard output":         "標準出力の代わりに書き込むファイル",
		"feedback for the student":                            "学生向けのフィードバック",
		"JUnit XML":                                           "JUnit XML",
		"step summary of a GitHub Actions job":                "GitHub Actionsのジョブのステップサマリー",
		"appended to $GITHUB_STEP_SUMMARY if that is set":     "$GITHUB_STEP_SUMMARYが設定されていればそこに追記",
		"at most ten annotations of a GitHub Actions job":     "GitHub Actionsのジョブのアノテーション(最大10個)",
		"one row a submission, one column a task":             "提出物ごとに1行、課題ごとに1列",
		"results.json of a Gradescope autograder":             "Gradescopeの自動採点のresults.json",
		"result.json of a Classroom 50 autograder":            "Classroom 50の自動採点のresult.json",
		"step output for classroom-resources' reporter":       "classroom-resourcesのレポーター用のステップ出力",
		"appended to $GITHUB_OUTPUT if that is set":           "$GITHUB_OUTPUTが設定されていればそこに追記",
		"Common Test Report Format":                           "Common Test Report Format",
		"results.json of a PrairieLearn external grader":      "PrairieLearnの外部採点のresults.json",
		"score document of LTI Assignment and Grade Services": "LTI Assignment and Grade Servicesの得点文書",

		"Prove the labs: solutions full, starter nothing, every mistake as declared": "ラボの採点を検証する(解答例は満点、未解答は0点、誤答例は宣言どおり)",
		"Verify grades everything that a lab ships: its solutions must score full, its starter nothing, and each of its mistakes exactly what its mistake.yaml declares, at exactly the checks that it names. Gradings follow each other on a few clusters, which are set back to how they were in between.": `verifyは、ラボに付属するすべてを採点します。解答例は満点、未解答は0点、誤答例はmistake.yamlに宣言された得点に、
宣言された確認項目でなければなりません。採点は少数のクラスターで順番に行い、その間にクラスターを元の状態に戻します。`,
		"Mistakes that cannot touch each other's tasks are graded in one submission, and by themselves if anything is not as declared then; --alone grades every one by itself. Beside them, only those tasks of the solution beneath are graded that they can touch; --whole grades all of them.": `互いの課題に影響しない誤答例は1つの提出物にまとめて採点し、宣言と異なるものがあれば1つずつ採点し直します。
--aloneではすべてを1つずつ採点します。元になる解答例のうち採点するのは、誤答例が影響しうる課題だけです。
--wholeではすべての課題を採点します。`,
		"grade every mistake by itself":                  "誤答例を1つずつ採点する",
		"how many gradings run at the same time":         "同時に行う採点の数",
		"grade only so many mistakes of a lab (0: all)":  "ラボごとに採点する誤答例の数(0: すべて)",
		"grade only the cases whose name contains this":  "名前にこの文字列を含むものだけを採点する",
		"grade every case so many times":                 "それぞれをこの回数だけ採点する",
		"grade the whole solution beneath every mistake": "誤答例の元になる解答例全体を採点する",
	}
}

// gradingTexts are the texts of "podium grade" and of flags that others have too.
func gradingTexts() table {
	return table{
		"Grade the answers of a submission on a cluster of their own": "提出物の解答を、専用のクラスターで採点する",
		"Grade applies answers/LAB/<task>.yaml, .sh or <task>/NN-*.yaml|sh task by task to a fresh cluster, and prints the report. What the files print and return is kept as feedback and never scored.": `gradeは、answers/LAB/<task>.yaml、.sh、または<task>/NN-*.yaml|shを、課題ごとに新しいクラスターに適用し、
レポートを表示します。ファイルの出力と終了コードは参考として残し、採点には使いません。`,
		"SOURCE is a folder, a local git repository, the URL of one (https, ssh, file, git@HOST:PATH), or an archive (.zip, .tar.gz, .tgz, .tar). A folder is graded as its files are, a repository by URL at its default branch, unless --commit, --branch or --deadline says otherwise. The deadline is compared with committer times, which whoever commits can set: where minutes matter, fetch at the deadline.": `SOURCEは、フォルダー、ローカルのgitリポジトリ、そのURL(https、ssh、file、git@HOST:PATH)、またはアーカイブ
(.zip、.tar.gz、.tgz、.tar)です。--commit、--branch、--deadlineの指定がなければ、フォルダーは現在のファイルを、
URLのリポジトリは既定のブランチを採点します。期限はコミッターの時刻と比べますが、その時刻はコミットする人が
設定できます。分単位の正確さが必要なら、期限の時点で取得してください。`,
		"Without --lab all labs are graded one after the other on one cluster, which is set back to how it was in between, and their total is printed.": `--labがなければ、すべてのラボを1つのクラスターで順番に採点し(その間に元の状態に戻します)、合計を表示します。`,
		"a lab to grade, for example lab-2; may be repeated (default: all)":                                                                             "採点するラボ(例: lab-2)。繰り返し指定可(既定値: すべて)",
		"folder for record.json, report.txt, report.md, junit.xml and log; one folder a lab if there are several":                                       "record.json、report.txt、report.md、junit.xml、logを書き込むフォルダー(複数のラボではラボごと)",
		"end with exit code 1 if a lab's score is lower":                                                                                                "ラボの得点がこれより低ければ終了コード1で終わる",
		"wall-clock limit of each file of an answer":                                                                                                    "解答ファイルごとの制限時間(実時間)",
		"leave out of all results what learners may not read: the words of hidden checks, and the log of a lab that has some":                           "学習者に見せない内容(非公開の確認項目の文章と、それがあるラボのログ)を、すべての結果から除く",
		"grade this commit: a hash, a tag or a branch":                                                                                                  "このコミットを採点する(ハッシュ、タグ、またはブランチ)",
		"grade this branch of the repository instead of its default branch":                                                                             "既定のブランチの代わりに、このブランチを採点する",
		`grade the branch's last commit until then: 2026-11-30T18:00:00+09:00, "2026-11-30 18:00", 2026-11-30`:                                          `この時刻までのブランチの最後のコミットを採点する: 2026-11-30T18:00:00+09:00、"2026-11-30 18:00"、2026-11-30`,
		"write the result as FORMAT=FILE too, - being stdout instead of the report; repeatable.":                                                        "結果をFORMAT=FILEの形でも書き出す(-はレポートの代わりに標準出力)。繰り返し指定可。",
		"grade without a sandbox where this machine has none: for answers of your own":                                                                  "サンドボックスがないマシンで、サンドボックスなしで採点する(自分の解答に限る)",
	}
}
