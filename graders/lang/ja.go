package lang

import (
	"maps"
	"slices"
)

// japanese holds the Japanese sentence of every key. Kubernetes' own terms follow its official Japanese documentation;
// kinds and fields keep their API names. Values may be reordered with explicit indexes such as %[2]s.
func japanese() map[string]string {
	all := map[string]string{listSeparator: "、"}
	for _, part := range []map[string]string{
		japaneseReport(), japaneseCommands(), japaneseWorkloads(), japaneseRollouts(), japaneseReasons(),
		japaneseLab1(), japaneseLab3(), japaneseScheduler(), japaneseSandbox(), japaneseTools(), japaneseScripts(), japaneseSubmissions(), japaneseFeedback(), japaneseGrading(),
		japaneseLive(), japaneseBoard(), japaneseBoardMore(), japaneseReplay(), japaneseVerify(), japaneseTrust(), japaneseHints(), japaneseMissing(),
		japaneseBatch(), japaneseBatchErrors(), japaneseSummary(), japaneseFleet(), japaneseExam(), japaneseInvalid(), japaneseAttempts(), japaneseErrors(), japaneseSources(), japaneseCLI(), japaneseSteps(), japaneseUsage(), japaneseDoctor(),
	} {
		maps.Copy(all, part)
	}
	return all
}

// japaneseReport are the fixed words of reports.
func japaneseReport() map[string]string {
	return map[string]string{
		"Kubernetes %s, provider %s":          "Kubernetes %s、プロバイダー %s",
		"expected":                            "期待",
		"seen":                                "実際",
		"when":                                "時刻",
		"because":                             "理由",
		"layer":                               "層",
		"look at":                             "確認先",
		"failed in":                           "失敗した段階",
		"message":                             "メッセージ",
		"next":                                "次の操作",
		"Total":                               "合計",
		"tasks complete: %d of %d":            "完了した課題: %d / %d",
		"checks that are not listed here: %d": "ここに表示されない確認項目: %d",
		"not reached":                         "実施されませんでした",
		"The answer's file %s ended with exit code %d (not scored).":                  "解答ファイル%sは終了コード%dで終わりました(採点には影響しません)。",
		"The answer's file %s was stopped because its time was up.":                   "解答ファイル%sは制限時間に達したため停止されました。",
		"The environment failed, not your answer: no score, and no points were lost.": "解答ではなく環境に問題が起きました。得点はつきませんが、減点もありません。",
		"The submission could not be read, so nothing was graded.":                    "提出物を読み取れなかったため、採点されませんでした。",
		"The grading was tampered with, so there is no score.":                        "採点への不正な干渉が見つかったため、得点はつきません。",
		"The answer ran out of time; what was done by then was graded.":               "解答が制限時間に達しました。それまでに行われたことを採点しました。",
		"Grade again; if it fails again, run %s.":                                     "もう一度採点してください。再び失敗する場合は%sを実行してください。",
		"API server":                     "APIサーバー",
		"scheduler":                      "スケジューラー",
		"kubelet":                        "kubelet",
		"Deployment controller":          "Deploymentコントローラー",
		"ReplicaSet controller":          "ReplicaSetコントローラー",
		"DaemonSet controller":           "DaemonSetコントローラー",
		"StatefulSet controller":         "StatefulSetコントローラー",
		"Job controller":                 "Jobコントローラー",
		"Service and its EndpointSlices": "ServiceとそのEndpointSlice",
		"written answer":                 "記述による解答",
	}
}

// japaneseCommands are what commands say beside reports.
func japaneseCommands() map[string]string {
	return map[string]string{
		"%s goes on where it was left.":                                          "%sを前回の続きから再開しました。",
		"Work on it with kubectl:":                                               "kubectlで作業します:",
		"No kubectl? This opens a shell that has one:   podium lab shell %s":     "kubectlがない場合(使えるシェルを開きます):  podium lab shell %s",
		"What a task asks for, and hints:               podium lab task %s TASK": "課題の本文とヒント:                       podium lab task %s TASK",
		"How far you are:                               podium lab check %s":     "ここまでの採点:                           podium lab check %s",
		"Done for good (this deletes the cluster):      podium lab stop %s":      "終了(クラスターを削除します):             podium lab stop %s",
	}
}

// japaneseWorkloads are expectations about workloads and what was seen of them.
func japaneseWorkloads() map[string]string {
	return map[string]string{
		"%d":                                  "%d",
		"at least %d":                         "%d個以上",
		"at most %d":                          "%d個以下",
		"exactly %d":                          "ちょうど%d個",
		"the highest was %d":                  "最大は%d個",
		"the lowest was %d":                   "最小は%d個",
		"%s %s at every moment %s":            "%[3]sのどの瞬間も、%[2]sが%[1]s",
		"nothing was recorded then":           "その間の記録がありません",
		"seen from beginning to end: %s":      "初めから終わりまで記録されている: %s",
		"seen from beginning to end":          "初めから終わりまで記録されています",
		"Pods of %s":                          "%sのPod",
		"ready Pods of %s":                    "%sのReadyなPod",
		"no Deployment %s":                    "Deployment %sがありません",
		"there is no Deployment %s":           "Deployment %sがありません",
		"no StatefulSet %s":                   "StatefulSet %sがありません",
		"no readiness probe":                  "readinessProbeがありません",
		"unchanged":                           "変わっていません",
		"refused with 422":                    "422で拒否されました",
		"no such request":                     "そのようなリクエストはありません",
		"%d ReplicaSets of %s have Pods":      "%[2]sの%[1]d個のReplicaSetにPodがあります",
		"%d of %d Pods of %s ready, image %s": "%[3]sのPodは%[2]d個中%[1]d個がReady、イメージは%[4]s",
		"%d ready Pods of %s with image %s in one ReplicaSet":     "1つのReplicaSetに、イメージ%[3]sの%[2]sのReadyなPodが%[1]d個ある",
		"all Pods of %s are in one ReplicaSet":                    "%sのPodがすべて1つのReplicaSetにある",
		"the container of %s with image %s has a readiness probe": "%sのイメージ%sのコンテナにreadinessProbeがある",
		"maxSurge of the rolling update comes to %d Pods":         "ローリングアップデートのmaxSurgeはPod %d個に相当する",
		"maxUnavailable of the rolling update comes to %d Pods":   "ローリングアップデートのmaxUnavailableはPod %d個に相当する",
		"it comes to %d":     "%d個に相当します",
		"the strategy is %s": "strategyは%sです",
		"a request of yours for %s that the API server refuses (422) because of %s": "%sに対するあなたのリクエストを、APIサーバーが%sを理由に拒否する(422)",
		"%s is the same before and after the refused request":                       "%sは拒否されたリクエストの前後で同じである",
		"%s changed, or did not exist yet":                                          "%sが変わったか、まだ存在していませんでした",
		"the answer names: %s":                                                      "答えが次の語を挙げている: %s",
		"it does":                                                                   "挙げています",
		"it does not name: %s":                                                      "次の語がありません: %s",
		"no answer":                                                                 "答えがありません",
		"that there is no rollout history":                                          "ロールアウトの履歴がないこと",
		"a ready Pod of %s with image %s on every worker":                           "すべてのワーカーに、イメージ%[2]sの%[1]sのReadyなPodがある",
		"%d of %d workers have one":                                                 "ワーカー%[2]d台中%[1]d台にあります",
		"workers without a ready Pod of %s":                                         "%sのReadyなPodがないワーカー",
		"while %s was updated to %s":                                                "%sを%sに更新している間",
		"no finished update of %s to %s":                                            "%sの%sへの更新は終わっていません",
		"%s to %s made in order, each when the one before is ready":                 "%sから%sまでが順番に、前のものがReadyになってから作られる",
		"%s was made before the one before it was ready":                            "%sは、前のものがReadyになる前に作られました",
		"%d of %d Pods were made":                                                   "%[2]d個中%[1]d個のPodが作られました",
		"%s never got ready":                                                        "%sは一度もReadyになりませんでした",
		"they were made in order":                                                   "順番に作られました",
		"each of the %d Pods of %s has a bound claim of its own":                    "%[2]sの%[1]d個のPodに、それぞれ専用のBoundなPVCがある",
		"each has one":                                                              "それぞれにあります",
		"%s has no volumeClaimTemplates":                                            "%sにvolumeClaimTemplatesがありません",
		"%d of %d Pods had one":                                                     "%[2]d個中%[1]d個のPodにありました",
		"after you delete %s, a new Pod of that name returns with the same claim":   "%sを削除すると、同じ名前の新しいPodが同じPVCとともに戻る",
		"no DELETE of %s by you was accepted":                                       "あなたによる%sのDELETEは受け付けられていません",
		"%s had no claim of its own when it was deleted":                            "%sは削除されたとき、専用のPVCを持っていませんでした",
		"no ready Pod %s with the same claim came back":                             "同じPVCを持つReadyなPod %sは戻っていません",
		"same name, same claim, another UID":                                        "同じ名前、同じPVC、別のUIDです",
		"serviceName of %s names a headless Service that selects its Pods":          "%sのserviceNameが、そのPodを選択するHeadless Serviceを指している",
		"there is no Service %q":                                                    "Service %qがありません",
		"Service %s has a cluster IP":                                               "Service %sにはClusterIPがあります",
		"Service %s does not select the Pods of %s":                                 "Service %sは%sのPodを選択していません",
		"Service %s is headless and selects them":                                   "Service %sはHeadlessで、Podを選択しています",
	}
}

// japaneseRollouts are expectations about rollouts and what was seen of them.
func japaneseRollouts() map[string]string {
	return map[string]string{
		"while %s rolled out %s":                                         "%sが%sをロールアウトしている間",
		"%s was never rolled out to %s":                                  "%sは%sにロールアウトされていません",
		"%s never had image %s in its template":                          "%sのテンプレートのイメージが%sになったことはありません",
		"%d Pods of %s ready with image %s, none left of the old":        "イメージ%[3]sの%[2]sのPodが%[1]d個Readyで、古いPodは残っていない",
		"%d Pods ready with image %s":                                    "イメージ%[2]sのPodが%[1]d個Readyです",
		"the rollout to %s began and did not finish: %s":                 "%sへのロールアウトは始まりましたが、終わっていません: %s",
		"the ReplicaSet from before the rollout is kept with 0 replicas": "ロールアウト前のReplicaSetが0レプリカで残っている",
		"it is gone":                 "なくなっています",
		"it still has %d replicas":   "まだ%dレプリカあります",
		"it is kept with 0 replicas": "0レプリカで残っています",
		"the ReplicaSet that ran %s before is the one that grows again":                 "以前%sを動かしていたReplicaSetが再び増える",
		"the same ReplicaSet (same UID) has all Pods again":                             "同じReplicaSet(同じUID)がすべてのPodを再び持っています",
		"another ReplicaSet has the Pods":                                               "別のReplicaSetがPodを持っています",
		"the ReplicaSet of the earlier revision now has the highest revision number":    "以前のリビジョンのReplicaSetのリビジョン番号が最大になっている",
		"its revision is %d, the highest is %d":                                         "そのリビジョンは%d、最大は%dです",
		"that ReplicaSet is gone, the highest revision is %d":                           "そのReplicaSetはなくなり、最大のリビジョンは%dです",
		"the way back is `kubectl rollout undo`":                                        "`kubectl rollout undo` で戻す",
		"no request of yours changed the template":                                      "テンプレートを変えたあなたのリクエストはありません",
		"undo put the template of the earlier revision back":                            "undoが以前のリビジョンのテンプレートを戻しました",
		"the template was changed by another request (%s)":                              "テンプレートは別のリクエスト(%s)で変えられました",
		"%d rollouts of %s with revisionHistoryLimit 0, each leaving no old ReplicaSet": "revisionHistoryLimitが0の%[2]sを%[1]d回ロールアウトし、毎回古いReplicaSetが残らない",
		"%d rollouts of %s finished":                                                    "%[2]sのロールアウトは%[1]d回終わっています",
		"after a rollout revisionHistoryLimit was %d and %d old ReplicaSets were left":  "ロールアウトのあと、revisionHistoryLimitは%dで、古いReplicaSetが%d個残っていました",
		"no old ReplicaSet was left":                                                    "古いReplicaSetは残っていません",
		"exactly %d old ReplicaSets of %s after %d rollouts":                            "%[3]d回のロールアウトのあと、%[2]sの古いReplicaSetがちょうど%[1]d個ある",
		"%d old ReplicaSets":                                                            "古いReplicaSetは%d個です",
		"after %d rollouts, %s goes back to a ReplicaSet that it had kept":              "%d回のロールアウトのあと、%sが残しておいたReplicaSetに戻る",
		"it went back":                               "戻りました",
		"every rollout made a new ReplicaSet":        "どのロールアウトも新しいReplicaSetを作りました",
		"task %s done first":                         "先に課題%sを終えている",
		"this check needs what task %s brings about": "この確認項目には、課題%sの結果が必要です",
	}
}

// japaneseReasons say why something did not happen.
func japaneseReasons() map[string]string {
	return map[string]string{
		"no request for %s %s in namespace %s reached the API server":                                      "名前空間%[3]sの%[1]s %[2]sに対するリクエストは、APIサーバーに届いていません",
		"%s %s was asked for in namespace %s instead of %s":                                                "%[1]s %[2]sは、名前空間%[4]sではなく%[3]sに対して要求されました",
		"the API server refused %s %s (%d): %s":                                                            "APIサーバーが%s %sを拒否しました(%d): %s",
		"the API server refused it (%d): %s":                                                               "APIサーバーが拒否しました(%d): %s",
		"the last request for %s %s was a dry run, which stores nothing":                                   "%s %sへの最後のリクエストはdry runで、何も保存されません",
		"%s %s was deleted by %s":                                                                          "%s %sは%sによって削除されました",
		"%s %s does not exist":                                                                             "%s %sは存在しません",
		"the last refusal was another one (%d): %s":                                                        "最後の拒否は別の理由によるものです(%d): %s",
		"none of your %d requests for it was refused":                                                      "それに対するあなたの%d件のリクエストは、どれも拒否されていません",
		"nothing was refused, so nothing could be left unchanged":                                          "何も拒否されていないので、「変わらなかった」とも言えません",
		"a refused request stores nothing: try it on the Deployment that is there":                         "拒否されたリクエストは何も保存しません。すでにあるDeploymentに対して試してください",
		"Deployment %s is paused (kubectl rollout resume deployment/%s goes on)":                           "Deployment %sは一時停止中です(kubectl rollout resume deployment/%s で再開します)",
		"the Deployment controller has not made a ReplicaSet for the newest template of %s":                "Deploymentコントローラーは、%sの最新のテンプレートのReplicaSetを作っていません",
		"the ReplicaSet could not create Pods: %s":                                                         "ReplicaSetがPodを作れませんでした: %s",
		"Deployment %s asks for %d replicas; its newest ReplicaSet has %d Pods":                            "Deployment %sは%dレプリカを求めていますが、最新のReplicaSetのPodは%d個です",
		"%s asks for %d replicas":                                                                          "%sは%dレプリカを求めています",
		"the template of %s asks for %s":                                                                   "%sのテンプレートは%sを求めています",
		"Deployment %s did not exist at that moment":                                                       "その瞬間、Deployment %sは存在しませんでした",
		"at that moment %s had %d replicas, maxSurge %d and maxUnavailable %d":                             "その瞬間、%sはreplicas %d、maxSurge %d、maxUnavailable %dでした",
		"the strategy of %s was %s, which knows no maxSurge and maxUnavailable":                            "%sのstrategyは%sで、maxSurgeとmaxUnavailableはありません",
		"DaemonSet %s wants a Pod on %d nodes and has %d ready":                                            "DaemonSet %sは%dノードにPodを求め、%d個がReadyです",
		"DaemonSet %s did not exist at that moment":                                                        "その瞬間、DaemonSet %sは存在しませんでした",
		"the update strategy of %s was %s":                                                                 "%sの更新ストラテジーは%sでした",
		"the update strategy of %s was %s with maxUnavailable %s":                                          "%sの更新ストラテジーは%s、maxUnavailableは%sでした",
		"StatefulSet %s has %d ready replicas":                                                             "StatefulSet %sのReadyなレプリカは%d個です",
		"no node for a Pod: %s":                                                                            "Podを置けるノードがありません: %s",
		"the scheduler has not chosen a node yet":                                                          "スケジューラーはまだノードを選んでいません",
		"container %s ended with exit code %d":                                                             "コンテナ%sは終了コード%dで終わりました",
		"container %s is waiting: %s":                                                                      "コンテナ%sは待機中です: %s",
		"container %s: image %s cannot be pulled (%s)":                                                     "コンテナ%s: イメージ%sを取得できません(%s)",
		"container %s runs and was not ready yet":                                                          "コンテナ%sは動いていますが、まだReadyではありませんでした",
		"container %s runs, but its readiness probe does not succeed":                                      "コンテナ%sは動いていますが、readinessProbeが成功しません",
		"the containers were still being started":                                                          "コンテナはまだ起動中でした",
		"without a readiness probe a Pod counts as ready as soon as its process runs, before it can serve": "readinessProbeがないと、応答できるようになる前でも、プロセスが動いた時点でPodはReadyとみなされます",
		"revisionHistoryLimit of %s is %d; older ReplicaSets are deleted, and nobody can go back to them":  "%sのrevisionHistoryLimitは%dです。それより古いReplicaSetは削除され、もう戻れません",
		"%s was deleted or made anew":                                                                      "%sは削除されたか、作り直されました",
		"the template differs from the earlier one, or the Deployment was made anew, so its controller made a new ReplicaSet instead of growing the old one": "テンプレートが以前のものと異なるか、Deploymentが作り直されたため、コントローラーは古いReplicaSetを増やさずに新しいものを作りました",
		"going back gives the old ReplicaSet a new revision number; it does not restore the old number":                                                      "元に戻すと、古いReplicaSetには新しいリビジョン番号が付きます。番号が元に戻るのではありません",
		"see what you sent with: kubectl rollout undo --help":                                                                                                "kubectl rollout undo --help を確認してください",
		"undo takes the template out of the old ReplicaSet and puts it back as a whole; an edit by hand may differ from it without your noticing":            "undoは古いReplicaSetからテンプレート全体を取り出して戻します。手で編集すると、気づかないうちに違いが生じることがあります",
		"the Deployment controller deletes old ReplicaSets down to revisionHistoryLimit after every rollout":                                                 "Deploymentコントローラーは、ロールアウトのたびに、古いReplicaSetをrevisionHistoryLimitの個数まで削除します",
		"only a change of the Pod template is a rollout; scaling or a new limit is none":                                                                     "ロールアウトになるのはPodテンプレートの変更だけです。スケールや上限の変更はなりません",
		"its revisionHistoryLimit is %d":                                                                                          "そのrevisionHistoryLimitは%dです",
		"an undo works as long as the ReplicaSet of the earlier revision is kept":                                                 "以前のリビジョンのReplicaSetが残っている限り、undoできます",
		"podManagementPolicy Parallel makes all Pods at once; OrderedReady waits":                                                 "podManagementPolicyのParallelはすべてのPodを一度に作り、OrderedReadyは待ちます",
		"a volume in the Pod template is not storage of its own: an emptyDir ends with its Pod, one claim would be shared by all": "Podテンプレートのボリュームは専用のストレージではありません。emptyDirはPodとともになくなり、1つのPVCは全員で共有されます",
		"only a claim from volumeClaimTemplates stays when the Pod goes":                                                          "Podがなくなっても残るのは、volumeClaimTemplatesから作られたPVCだけです",
		"it has to be deleted by you: kubectl delete pod %s":                                                                      "自分で削除する必要があります: kubectl delete pod %s",
		"what comes back can be compared only with a Pod that was complete":                                                       "戻ってきたものと比べられるのは、完全だったPodだけです",
		"%s was deleted before it was ready":                                                                                      "%sは、Readyになる前に削除されました",
		"the API server does not check serviceName; a Pod has a name in DNS only through a headless Service (clusterIP: None)":    "APIサーバーはserviceNameを確認しません。PodがDNSに名前を持つのは、Headless Service(clusterIP: None)があるときだけです",
		"ConfigMap %s in namespace %s has no key %s":                                                                              "名前空間%[2]sのConfigMap %[1]sに、キー%[3]sがありません",
		"the answer is read for these words only; say it in your own way around them":                                             "答えの中でこれらの語だけを探します。それ以外は自由に書いてください",
	}
}

// JapaneseKeys lists the keys that have a Japanese sentence.
func JapaneseKeys() []string { return slices.Sorted(maps.Keys(japanese())) }
