package lang

import "maps"

// japaneseHints are the hints that react to what a learner did.
func japaneseHints() map[string]string {
	all := map[string]string{}
	for _, part := range []map[string]string{hintsShared(), hintsLab1(), hintsLab2(), hintsLab3()} {
		maps.Copy(all, part)
	}
	return all
}

// hintsShared are those that several labs know.
func hintsShared() map[string]string {
	return map[string]string{
		"You scaled ReplicaSet %s to %d; Deployment %s put it back to %d at %s. Scale the owner: the Deployment.":                                                                   "あなたはReplicaSet %sを%dにスケールしましたが、%[5]sにDeployment %[3]sが%[4]dに戻しました。オーナーであるDeploymentをスケールしてください。",
		"You deleted ReplicaSet %s at %s; Deployment %s made one again at %s. Delete the owner.":                                                                                    "あなたは%[2]sにReplicaSet %[1]sを削除しましたが、%[4]sにDeployment %[3]sがまた作りました。オーナーを削除してください。",
		"You scaled %s to 0 at %s: from then on no Pod of it served, whatever came afterwards.":                                                                                     "あなたは%[2]sに%[1]sを0にスケールしました。あとで何をしても、その間はどのPodもサービスを提供していません。",
		"No node has the label %s=%s. The nearest that there is: %s=%s.":                                                                                                            "ラベル%s=%sを持つノードはありません。最も近いもの: %s=%s",
		"No node has the label %s=%s. Its values on the nodes are: %s.":                                                                                                             "ラベル%s=%sを持つノードはありません。ノードにある値: %s",
		"No node has a label %s. The nearest that there is: %s.":                                                                                                                    "ラベル%sを持つノードはありません。最も近いもの: %s",
		"No node has a label %s, so the node selector leaves no node: kubectl get nodes --show-labels":                                                                              "ラベル%sを持つノードがないため、ノードセレクターに合うノードがありません: kubectl get nodes --show-labels",
		"The node affinity of %s only prefers. That adds to a node's score and rules no node out: where it lands right, it is by luck.":                                             "%sのノードアフィニティは希望条件だけです。希望条件はノードのスコアを上げるだけで、どのノードも除外しません。正しいノードに載ったとしても偶然です。",
		"%s %s %s matches no node: Gt and Lt compare whole numbers only.":                                                                                                           "%s %s %sはどのノードにも一致しません。GtとLtが比べるのは整数だけです。",
		"%s has %s=%s. Gt and Lt compare whole numbers: leave the unit out.":                                                                                                        "%sに%s=%sが付いています。GtとLtが比べるのは整数です。単位を外してください。",
		"%s tolerates %s. The taint in the way has the key %s: kubectl describe node shows it.":                                                                                     "%sが許容しているのは%sです。妨げているTaintのキーは%sです: kubectl describe node で分かります。",
		"%s sets nodeName: its Pods go past the scheduler, so nothing was chosen. Let a label choose the node.":                                                                     "%sにnodeNameが書かれています。Podはスケジューラーを通らないので、何も選ばれていません。ラベルでノードを選んでください。",
		"No container of %s asks for %s: for the scheduler it needs none, and takes none from others.":                                                                              "%sのどのコンテナも%sを要求していません。スケジューラーにとっては不要なので、ほかから取ることもありません。",
		"The program in container %s of Pod %s has come to an end (exit code %d). Give it one that keeps running.":                                                                  "Pod %[2]sのコンテナ%[1]sのプログラムが終了しました(終了コード%[3]d)。動き続けるプログラムにしてください。",
		"Pod %s runs, and its readiness probe asks port %s, where nothing answers. On which port does the program listen?":                                                          "Pod %sは動いていますが、Readiness Probeの問い合わせ先のポート%sは応答しません。プログラムはどのポートで待ち受けていますか。",
		"Pod %s was restarted: its liveness probe asks port %s, where nothing answers. On which port does the program listen?":                                                      "Pod %sは再起動されました。Liveness Probeの問い合わせ先のポート%sが応答しないためです。プログラムはどのポートで待ち受けていますか。",
		"Pod %s was restarted: its liveness probe gives up after some %d seconds, before anything answers on port %s. A startup probe holds it back until the program has started.": "Pod %[1]sは再起動されました。Liveness Probeは約%[2]d秒で失敗と判断しますが、ポート%[3]sはその時点でまだ応答していません。Startup Probeがあれば、プログラムの起動が終わるまでLiveness Probeは始まりません。",
		"No container of %s has a readinessProbe. Without one a Pod counts as ready as soon as its process runs.":                                                                   "%sのどのコンテナにもreadinessProbeがありません。ない場合、Podはプロセスが動いた時点でReadyになります。",
		"There is a %s called %s. The task asks for a %s of that name.":                                                                                                             "%[2]sという名前の%[1]sがあります。課題が求めているのは、その名前の%[3]sです。",
		"You created %s, and there is no %s. Is the name mistyped?":                                                                                                                 "あなたは%sを作りましたが、%sはありません。名前の打ち間違いではありませんか。",
		"%s %s has image %s, not %s. Is the tag mistyped?":                                                                                                                          "%s %sのイメージは%sで、%sではありません。タグの打ち間違いではありませんか。",
		"%s %s has image %s. The task asks for %s.":                                                                                                                                 "%s %sのイメージは%sです。課題が求めているのは%sです。",
		"You gave %s the taint %s with effect %s; the task asks for %s. NoSchedule keeps new Pods away and leaves those that run; NoExecute evicts them too.":                       "あなたが%sに付けたTaint %sのeffectは%sで、課題が求めているのは%sです。NoScheduleは新しいPodを遠ざけるだけで、動いているPodはそのままです。NoExecuteは動いているPodも退避させます。",
		"The taint %s was taken off %s at %s. %s":                                                                                                                                   "%[3]sに%[2]sからTaint %[1]sが外されました。%[4]s",
		"Deployment %s was refused (%d), so there is none: its selector asks for labels that its own template does not have. Write the same labels in both.":                        "Deployment %sは拒否されたので(%d)、存在しません。セレクターの求めるラベルが、自身のテンプレートにありません。両方に同じラベルを書いてください。",
		"DaemonSet %s was refused (%d) because of spec.replicas, a field that it does not have: the nodes are its replicas. Leave the field out.":                                   "DaemonSet %sは、存在しないフィールドspec.replicasのために拒否されました(%d)。DaemonSetではノードの数がレプリカの数です。このフィールドを外してください。",
		"You tried to write the status of %s at %s (answer: %d). A status is what controllers have seen; only what they see changes it.":                                            "あなたは%[2]sに%[1]sのstatusを書こうとしました(応答: %[3]d)。statusはコントローラーが観測した結果で、変えられるのは観測される状態だけです。",
		"You deleted %s %s at %s. It has to stay.":                                                                                                                                  "あなたは%[3]sに%[1]s %[2]sを削除しました。残しておく必要があります。",
		"You deleted Deployment %s at %s and made another: its ReplicaSets, and with them its revisions, went with the first. Change the one that is there.":                        "あなたは%[2]sにDeployment %[1]sを削除して作り直しました。ReplicaSetと、そのリビジョンは、最初のものと一緒になくなりました。すでにあるDeploymentを変更してください。",
		"The cluster has had no request of yours for this task yet. What counts is what it sees, not what is printed.":                                                              "この課題について、クラスターはまだあなたのリクエストを受け取っていません。採点されるのは画面への出力ではなく、クラスターで起きたことです。",
	}
}

// hintsLab1 are about workloads.
func hintsLab1() map[string]string {
	return map[string]string{
		"Your change of Deployment %s was refused (%d), with everything that was in it: the selector of a Deployment cannot change. Send the replicas alone.": "Deployment %sへの変更は、ほかの内容ごと拒否されました(%d)。Deploymentのセレクターは変更できません。レプリカ数だけを送ってください。",
		"Deployment %s was refused (%d), so there is none: its Pods run for good, so their restartPolicy is Always and nothing else.":                         "Deployment %sは拒否されたので(%d)、存在しません。DeploymentのPodは動き続けるものなので、restartPolicyはAlwaysだけです。",
		"Your answers have no UID. metadata.ownerReferences of the object has kind, name and uid: kubectl get -o yaml":                                        "解答にUIDがありません。オブジェクトのmetadata.ownerReferencesにkind、name、uidがあります: kubectl get -o yaml",
		"That UID is the Deployment's. Between it and its Pods stands something else: look at the ownerReferences of a Pod.":                                  "そのUIDはDeploymentのものです。DeploymentとPodの間にはもう1つあります。PodのownerReferencesを見てください。",
		"You deleted ReplicaSet %s yourself at %s. Delete Deployment %s without --cascade=orphan: the garbage collector does the rest.":                       "あなたは%[2]sにReplicaSet %[1]sを自分で削除しました。Deployment %[3]sを--cascade=orphanなしで削除すれば、残りはガベージコレクターが行います。",
		"You deleted %s at %s with all that it owned. --cascade=orphan leaves the ReplicaSet where it is.":                                                    "あなたは%[2]sに%[1]sを、所有するものごと削除しました。--cascade=orphanを付けるとReplicaSetが残ります。",
		"Job %s was refused (%d): where nothing is said, restartPolicy is Always, and a Job must end. Say Never or OnFailure.":                                "Job %sは拒否されました(%d)。何も書かないとrestartPolicyはAlwaysになりますが、Jobは終わるものです。NeverかOnFailureを指定してください。",
		"backoffLimit of %s is %d. It counts the retries; the first attempt is not one of them.":                                                              "%sのbackoffLimitは%dです。数えるのは再試行の回数で、最初の試行は含みません。",
		"backoffLimit of %s is %d (unless set, it is 6). With restartPolicy Never every retry is a new Pod, so it is not what limits them.":                   "%sのbackoffLimitは%dです(指定しなければ6です)。restartPolicyがNeverでも、再試行のたびに新しいPodが作られるので、回数の制限にはなりません。",
		"No Job of yours was ever refused. Send one with restartPolicy Always and read what the API server says: nothing is stored.":                          "拒否されたあなたのJobはまだありません。restartPolicyがAlwaysのJobを送り、APIサーバーの応答を読んでください。何も保存されません。",
		"CronJob %s was refused (%d): the time zone does not go into the schedule. It has a field of its own, timeZone.":                                      "CronJob %sは拒否されました(%d)。タイムゾーンはスケジュールには書けません。専用のフィールドtimeZoneがあります。",
		"%s is suspended (spec.suspend): as long as it is, no run begins by its schedule.":                                                                    "%sは一時停止(spec.suspend)されています。その間、スケジュールによる実行は始まりません。",
		"%q means minute %s of every hour. A step is written with a slash: */%d":                                                                              "%qは、毎時%s分という意味です。間隔はスラッシュで書きます: */%d",
		"%s has no timeZone. Its schedule then follows the clock of the controller manager, not yours.":                                                       "%sにtimeZoneがありません。スケジュールは、あなたの時計ではなくコントローラーマネージャーの時計に従います。",
		"concurrencyPolicy Replace ends the run that is going to begin the next. Forbid lets it finish.":                                                      "concurrencyPolicyのReplaceは、次を始めるために実行中のものを終わらせます。Forbidなら最後まで実行されます。",
		"Job %s has no owner, so nothing says that it is a run of %s. Make it from the CronJob: kubectl create job NAME --from=cronjob/%s":                    "Job %sにはオーナーがなく、%sの実行であることを示すものがありません。CronJobから作ってください: kubectl create job NAME --from=cronjob/%s",
		"Leave the node as it is, and let %s tolerate the taint.":                                                                                             "ノードはそのままにして、%sにTaintを許容させてください。",
		"%s had its toleration from the beginning (%s). Start without: then you see which node the taint keeps it off.":                                       "%sには最初(%s)からTolerationがありました。まずなしで始めると、Taintがどのノードから遠ざけるかが分かります。",
		"%s lists nodes by name: a node that comes later is on no list. A DaemonSet takes every node that it may use.":                                        "%sはノードを名前で列挙しています。あとから来るノードはどこにも書かれていません。DaemonSetは、使えるノードすべてに載ります。",
		"At %s you sent replicas with validation switched off: the field was dropped without a word. Send it again with validation.":                          "あなたは%sに、検証を切った状態でreplicasを送りました。フィールドは何も言われずに捨てられています。検証を有効にして、もう一度送ってください。",
		"You scaled %s, last at %s, and deleted no Pod. Scaling changes how many there should be; healing is about one that is missing.":                      "あなたは%sをスケールし(最後は%s)、Podは削除していません。スケールはあるべき数を変えます。自己修復は、足りなくなったPodについてのものです。",
		"There never was a Pod %s. Write down what kubectl get pods prints.":                                                                                  "Pod %sは一度も存在していません。kubectl get podsの出力を書いてください。",
		"Both lists are the same. Take the first one before the delete, the second when %s is complete again.":                                                "2つの一覧が同じです。1つ目は削除の前に、2つ目は%sがそろってから取ってください。",
		"You deleted %d Pods of %s. With one gone, the lists show that the others were left alone.":                                                           "あなたは%[2]sのPodを%[1]d個削除しました。1つだけなら、ほかのPodに手が付けられないことが一覧から分かります。",
		"Pod %s was refused (%d): a liveness probe succeeds at once or not at all, so its successThreshold is 1.":                                             "Pod %sは拒否されました(%d)。Liveness ProbeのsuccessThresholdは1だけです。",
		"%s has the readiness probe and %s the liveness probe: the other way round. Liveness restarts, readiness only keeps traffic away.":                    "%sにReadiness Probe、%sにLiveness Probeがあります。逆です。Livenessは再起動し、Readinessはトラフィックを止めるだけです。",
		"No container of %s has a startupProbe. initialDelaySeconds waits a fixed time; a startup probe waits for the program.":                               "%sのどのコンテナにもstartupProbeがありません。initialDelaySecondsは決まった時間を待ち、Startup Probeはプログラムの起動を待ちます。",
		"Pod %s has one container. A sidecar is a second one in the same Pod: only there do they share localhost and an emptyDir.":                            "Pod %sのコンテナは1つです。サイドカーは同じPodの2つ目のコンテナです。localhostとemptyDirを共有できるのは同じPodの中だけです。",
		"No emptyDir of %s is mounted by two containers. They share a volume if both mount it by the same name.":                                              "%sには、2つのコンテナがマウントしているemptyDirがありません。同じ名前のボリュームを両方がマウントすると共有されます。",
		"Container %s asks localhost:%s. The app of the same Pod listens on another port: look at its probes.":                                                "コンテナ%sはlocalhost:%sに問い合わせています。同じPodのアプリは別のポートで待ち受けています。Probeを見てください。",
		"Service %s selects %s, and Pod %s has the labels %s.":                                                                                                "Service %sのセレクターは%sで、Pod %sのラベルは%sです。",
		"Service %s has publishNotReadyAddresses: it lists Pods before they are ready.":                                                                       "Service %sにはpublishNotReadyAddressesが設定されています。Readyになる前のPodも載ります。",
	}
}

// hintsLab2 are about rollouts.
func hintsLab2() map[string]string {
	return map[string]string{
		"maxSurge is %d and maxUnavailable %d: the other way round. maxSurge counts Pods more, maxUnavailable Pods fewer.":                        "maxSurgeが%d、maxUnavailableが%dです。逆です。maxSurgeは増やすPodの数、maxUnavailableは減らすPodの数です。",
		"maxSurge and maxUnavailable are %s, the default. With %d replicas that is 1 Pod more and 1 fewer.":                                       "maxSurgeとmaxUnavailableはデフォルトの%sです。%dレプリカでは、1個多く、1個少なくなります。",
		"The strategy of %s is Recreate: all old Pods go before a new one comes, and there are no limits to set. Use RollingUpdate.":              "%sのstrategyはRecreateです。新しいPodの前に古いPodがすべてなくなり、設定できる上限もありません。RollingUpdateを使ってください。",
		"Your request of %s was refused because of %s: %s. The task asks what happens when both are 0.":                                           "あなたの%sのリクエストは、%sを理由に拒否されました: %s。課題は、両方が0のときにどうなるかを問うています。",
		"None of your requests to %s was refused. Send one with both fields 0 and read the answer: a refused request changes nothing.":            "%sに対するあなたのリクエストは、どれも拒否されていません。両方のフィールドを0にして送り、応答を読んでください。拒否されたリクエストは何も変えません。",
		"Your answer leaves one of the two fields out. The refusal is about a pair: it names both.":                                               "解答に、2つのフィールドの一方がありません。拒否の理由は組み合わせにあり、応答には両方の名前が出ています。",
		"%s is paused: it remembers the new template and does nothing about it. kubectl rollout resume deployment/%s goes on.":                    "%sは一時停止中です。新しいテンプレートを覚えているだけで、何もしません。kubectl rollout resume deployment/%s で再開します。",
		"The template of %s has a container with %s beside the one with %s. Change the image of the container that is there.":                     "%[1]sのテンプレートでは、%[3]sのコンテナの隣に%[2]sのコンテナがあります。すでにあるコンテナのイメージを変更してください。",
		"%s may have %d Pods fewer than its replicas during a rollout (maxUnavailable), and it used that.":                                        "%sは、ロールアウト中にレプリカ数より%d個少なくなることが許されていて(maxUnavailable)、実際にそうなりました。",
		"Deployment %s asks for %d replicas. The rollout has to be one of %d. An undo brings back the template, never the number of replicas.":    "Deployment %sが求めているのは%dレプリカです。%dレプリカでロールアウトする必要があります。undoで戻るのはテンプレートだけで、レプリカ数は戻りません。",
		"revisionHistoryLimit of %s is 0: its old ReplicaSets are deleted, and there is nothing to go back to.":                                   "%sのrevisionHistoryLimitは0です。古いReplicaSetは削除され、戻る先がありません。",
		"%s is paused. A paused Deployment cannot be rolled back: resume it first.":                                                               "%sは一時停止中です。一時停止中のDeploymentはロールバックできません。先に再開してください。",
		"%s never left %s: the new image only ran beside it. Roll out by changing the image, then go back.":                                       "%sは%sから離れていません。新しいイメージは隣で動いていただけです。イメージを変更してロールアウトしてから、戻してください。",
		"%s has image %s now, which makes a new ReplicaSet. Going back lets the one of %s grow again.":                                            "%sのイメージは%sになり、新しいReplicaSetができました。戻すと、%sのReplicaSetが再び増えます。",
		"The image was put back by a change of the template at %s. kubectl rollout undo does more: it restores the whole template of a revision.": "イメージは、%sのテンプレートの変更で元に戻されました。kubectl rollout undo は、リビジョンのテンプレート全体を元に戻します。",
		"You deleted %d ReplicaSets of %s by hand. revisionHistoryLimit keeps it so after every rollout.":                                         "あなたは%[2]sのReplicaSetを%[1]d個、手で削除しました。revisionHistoryLimitなら、ロールアウトのたびにそう保たれます。",
		"%s was scaled %d times and still has its first ReplicaSet. Scaling makes no revision; a change of the template does.":                    "%sは%d回スケールされ、ReplicaSetは最初のままです。スケールではリビジョンはできません。テンプレートを変更するとできます。",
		"revisionHistoryLimit of %s is %d (unless set, it is 10). The task asks for %d.":                                                          "%sのrevisionHistoryLimitは%dです(指定しなければ10です)。課題が求めているのは%dです。",
		"You labelled %s as control plane. It is still a worker: what a node was made as counts.":                                                 "あなたは%sにコントロールプレーンのラベルを付けました。それでもワーカーです。作られたときの役割で数えます。",
		"updateStrategy of %s is OnDelete: a Pod gets the new template only after somebody deletes it. Use RollingUpdate.":                        "%sのupdateStrategyはOnDeleteです。Podは誰かが削除するまで新しいテンプレートになりません。RollingUpdateを使ってください。",
		"maxUnavailable of %s is %s: so many nodes are without a Pod at the same time.":                                                           "%sのmaxUnavailableは%sです。その数のノードで、同時にPodがなくなります。",
		"podManagementPolicy of %s is Parallel: its Pods do not wait for each other. OrderedReady, the default, does.":                            "%sのpodManagementPolicyはParallelです。Podは互いを待ちません。デフォルトのOrderedReadyなら待ちます。",
		"%s keeps its data in an emptyDir, which goes with the Pod. volumeClaimTemplates give every Pod a claim that stays.":                      "%sのデータはemptyDirにあり、Podと一緒になくなります。volumeClaimTemplatesを使うと、Podごとに残り続けるPVCができます。",
		"You scaled %s at %s; the task asks you to delete one Pod and see it come back.":                                                          "あなたは%[2]sに%[1]sをスケールしました。課題は、Podを1つ削除して戻ってくるのを見ることです。",
		"serviceName of %s is %q, and there is no Service of that name. The API server does not check that.":                                      "%sのserviceNameは%qですが、その名前のServiceはありません。APIサーバーはそれを確かめません。",
		"Service %s has a cluster IP of its own. With clusterIP: None it is headless, and every Pod gets a name.":                                 "Service %sにはクラスターIPがあります。clusterIP: NoneにするとHeadless Serviceになり、Podごとに名前が付きます。",
	}
}

// hintsLab3 are about scheduling.
func hintsLab3() map[string]string {
	return map[string]string{
		"No node has a label %s or %s yet. What selects by them waits until you set them: kubectl label node":                                                         "ラベル%sや%sを持つノードはまだありません。付けるまで、それで選ぶPodは待ち続けます: kubectl label node",
		"%s has %d nodeSelectorTerms. One of them is enough for a node; what must hold together belongs into the matchExpressions of one term.":                       "%sには%d個のnodeSelectorTermsがあります。ノードはそのうち1つを満たせば足ります。同時に満たすべき条件は、1つのtermのmatchExpressionsに書きます。",
		"NotIn also matches a node that has no label %s at all. Say what the node must have instead of what it must not.":                                             "NotInは、ラベル%sのないノードにも一致します。あってはならない値ではなく、必要な値を書いてください。",
		"No Pod of %s was ever Pending for want of a node. Begin with more than %d GB and see it wait.":                                                               "合うノードがなくてPendingになった%sのPodは、一度もありません。%d GBより大きい条件から始めて、待つ様子を見てください。",
		"%s requires what it should only prefer: where that is closed, it waits. A preference by itself lets it run elsewhere.":                                       "%sは、希望にとどめるべきことを必須にしています。それが使えないと待つだけになります。希望条件だけなら、ほかで動けます。",
		"Gt is >: a card of %d GB passes %q. More than %d is Gt with %q.":                                                                                             "Gtは「>」です。%dGBのカードは%qを満たします。%dより大きいことは、Gtと%qで表します。",
		"With matchLabelKeys %s the Pods of %s keep off those of their own revision only: during a rollout an old one and a new one share a node.":                    "matchLabelKeysに%sがあると、%sのPodは同じリビジョンのPodだけを避けます。ロールアウトの間、新旧のPodが同じノードに載ります。",
		"You deleted %s at %s to make room. The rollout has to make it itself: take an old Pod away before a new one comes.":                                          "%[2]sに%[1]sを削除して場所を空けました。ロールアウトが自分で空けるようにします。新しいPodの前に古いPodを減らします。",
		"%s tolerates %s as well, and no taint of that key is in the way. Each toleration is one door more.":                                                          "%sは%sも許容していますが、そのキーのTaintは妨げになっていません。Tolerationは1つごとに扉を1つ増やします。",
		"%s is cordoned and never had the taint %s. A cordon keeps new Pods off and evicts nobody.":                                                                   "%sはcordonされていますが、Taint %sが付いたことがありません。cordonは新しいPodを寄せつけないだけで、何も退避させません。",
		"%s began with backoffLimit %d and got %d later, when it had been tried more often. Make it anew with the limit from the start.":                              "%sはbackoffLimit %dで始まり、それより多く試したあとで%dになりました。初めからその値で作り直してください。",
		"The heaviest wish of %s (weight %d) is for %s. The weights of all wishes that a node meets are added up.":                                                    "%sの最も重い希望条件(weight %d)は%sです。ノードが満たす希望条件のweightは合計されます。",
		"The podAntiAffinity of %s only prefers: where no node is free, two Pods share one. Require it.":                                                              "%sのpodAntiAffinityは希望条件だけです。空きノードがなければ、2つのPodが同じノードに載ります。必須にしてください。",
		"%s asks for %d replicas. With one Pod a node there is room for %d.":                                                                                          "%sが求めているのは%dレプリカです。1ノードに1つなら、載るのは%d個です。",
		"%s has as many replicas as there are nodes for it, and its rollout wants a new Pod before an old one goes (maxUnavailable 0). No node is free for that one.": "%sのレプリカ数は、載せられるノードの数と同じです。ロールアウトは古いPodを減らす前に新しいPodを求めますが(maxUnavailable 0)、空いているノードがありません。",
		"preemptionPolicy of PriorityClass %s is Never: its Pods come earlier in the queue, and push nobody out.":                                                     "PriorityClass %sのpreemptionPolicyはNeverです。Podは待ち行列で先になりますが、ほかのPodを押し出しません。",
		"PriorityClass %s has the value %d, and a Pod without a class has 0. Only a higher priority pushes another Pod out.":                                          "PriorityClass %sの値は%dで、クラスのないPodは0です。ほかのPodを押し出すのは、より高い優先度だけです。",
		"You deleted %s at %s, so %s found room. Making room is the scheduler's part.":                                                                                "あなたが%[2]sに%[1]sを削除したので、%[3]sの場所が空きました。場所を空けるのはスケジューラーの役目です。",
		"No Pod of %s holds a GPU of %s, so nothing was in the way of %s. See task %s.":                                                                               "%[2]sのGPUを使っている%[1]sのPodがないので、%[3]sを妨げるものがありませんでした。課題%[4]sを見てください。",
		"%s has lost its node selector, so it runs where it was not meant to. Put it back; what is missing is a toleration.":                                          "%sからノードセレクターがなくなり、意図しないノードで動いています。元に戻してください。足りないのはTolerationです。",
		"A toleration without a key tolerates every taint there is. Name the key of the one that is in the way.":                                                      "キーのないTolerationは、すべてのTaintを許容します。妨げているTaintのキーを書いてください。",
		"Who found no node, and which taint was it? Both stand in the last lines of: kubectl describe pod -l app=%s":                                                  "ノードを見つけられなかったのは何で、どのTaintでしょうか。どちらも次の出力の最後にあります: kubectl describe pod -l app=%s",
		"You deleted Pod %s at %s. NoSchedule is not about Pods that run: what is on the node stays.":                                                                 "あなたは%[2]sにPod %[1]sを削除しました。NoScheduleは動いているPodには関係しません。ノードにあるものは残します。",
		"%s has a toleration and nothing that chooses a node. A toleration lets it onto %s; it does not draw it there.":                                               "%sにはTolerationだけがあり、ノードを選ぶものがありません。Tolerationは%sに載ることを許しますが、引き寄せはしません。",
		"%s tolerates the taint for %d seconds and is evicted after that. Without tolerationSeconds it stays.":                                                        "%sがTaintを許容するのは%d秒間で、その後は退避されます。tolerationSecondsがなければ残ります。",
		"%s was refused (%d): a toleration with operator Exists has no value. Use Equal, or leave the value out.":                                                     "%sは拒否されました(%d)。operatorがExistsのTolerationには値がありません。Equalを使うか、値を外してください。",
		"%s still has the taint %s. Cordoned is not tainted: take the taint off, the cordon stays.":                                                                   "%sにはまだTaint %sがあります。cordonとは別のものです。Taintを外しても、cordonは残ります。",
		"You sent Pods away at %s. kubectl drain cordons and evicts; kubectl cordon only keeps new Pods off.":                                                         "あなたは%sにPodを退避させました。kubectl drainはcordonと退避を行い、kubectl cordonは新しいPodを遠ざけるだけです。",
		"There is no %s, so the cordon had nothing to leave alone. See task %s.":                                                                                      "%sがないので、cordonのあとに残るはずのものがありません。課題%sを見てください。",
		"The cordon of %s was lifted at %s. Task %s put it there, and it has to last: let %s live with it.":                                                           "%[2]sに%[1]sのcordonが解除されました。課題%[3]sで付けたもので、保つ必要があります。cordonがあるまま%[4]sを動かしてください。",
		"Task %s put it there, and it has to last: let %s live with it.":                                                                                              "課題%sで付けたもので、保つ必要があります。それがあるまま%sを動かしてください。",
		"So it takes Pods now, and does not hold any back.":                                                                                                           "そのため、今はPodを受け入れ、引き止めてはいません。",
		"Your list has %s, and a Pod of %s runs there. Asked for are the nodes that take none.":                                                                       "一覧に%sがありますが、そこでは%sのPodが動いています。求めているのは、Podを受け入れないノードです。",
		"Your list leaves a node out that takes no Pod. Not every taint is one of yours: kubectl describe nodes shows them all.":                                      "Podを受け入れないノードが一覧に足りません。Taintは、あなたが付けたものだけではありません: kubectl describe nodes ですべて分かります。",
		"whenUnsatisfiable is ScheduleAnyway: the constraint only wishes now. DoNotSchedule has to stay.":                                                             "whenUnsatisfiableがScheduleAnywayになり、制約は希望でしかなくなりました。DoNotScheduleのままにする必要があります。",
		"maxSkew is %d now: so far may one node get ahead, and the constraint forbids nothing. It has to stay %d.":                                                    "maxSkewが%dになり、それだけ差が開いてもよいので、制約は何も禁じません。%dのままにする必要があります。",
		"The labelSelector of the constraint (%s) selects none of the Pods of %s: it counts nothing, and always holds.":                                               "制約のlabelSelector(%s)は%sのPodを1つも選びません。何も数えないので、いつでも満たされます。",
		"%s was scaled to %d. All %d are to run.":                                                                                                                     "%sは%dにスケールされました。%d個すべてを動かします。",
		"%s tolerates a taint now. A cordoned node and the control plane still count as domains, and still take no Pod.":                                              "%sはTaintを1つ許容するようになりました。cordonされたノードとコントロールプレーンは、まだドメインとして数えられ、Podを受け入れません。",
		"%s is as you created it. Either the nodes that hold it back leave the count, or it has to be let onto them.":                                                 "%sは作ったときのままです。引き止めているノードを数から除くか、そこに載れるようにしてください。",
	}
}
