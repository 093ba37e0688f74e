package rollouts

import (
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// historyLimit: revisionHistoryLimit is how many old ReplicaSets are kept. Without them there is no way back.
func historyLimit(task *labs.Task) {
	historyLimitHints(task)
	forgetful, mindful := task.Deployment(Forgetful), task.Deployment(Mindful)

	task.Check("forgetful-keeps-none", 5, func(j *labs.Judging) {
		j.Expect(forgetful).To(LeaveNoOldReplicaSet(ForgetfulRollouts))
	})
	task.Check("what-undo-said", 2, func(j *labs.Judging) {
		j.Expect(task.Answer()).To(Mention(noHistory()))
	})
	task.Check("mindful-keeps-two", 5, func(j *labs.Judging) {
		j.Expect(mindful).To(KeepOldReplicaSets(MindfulKeeps, MindfulRollouts))
	})
	task.Check("mindful-goes-back", 3, func(j *labs.Judging) {
		j.Expect(mindful).To(ReturnToAnEarlierReplicaSet(MindfulRollouts))
	})
}

// noHistory is what `kubectl rollout undo` says where no old ReplicaSet is left (k8s.io/kubectl, rollback.go).
func noHistory() Idea {
	return Idea{Name: lang.M("that there is no rollout history"), Wordings: []string{
		"no rollout history", "no history", "no earlier revision", "no previous revision", "nothing to roll back", "nothing to go back",
		"history not found", "history is gone", "history was not found", "履歴がな", "履歴はな", "履歴なし", "履歴が無", "履歴は無", "履歴無し", "履歴がありません",
		"unable to find", "not find any", "no revision", "no older", "history is empty", "history was not kept", "history is not kept", "has no revisions", "revision not found",
		"履歴が残っていな", "履歴は残っていな", "履歴が残っていません", "履歴は残っていません", "履歴が存在しな", "履歴が存在しません", "履歴は存在しな", "履歴は存在しません", "履歴が空", "履歴は空",
		"リビジョンがな", "リビジョンがありません", "リビジョンが無", "リビジョンが見つからな", "リビジョンが見つかりません", "リビジョンが残っていな", "リビジョンが存在しな", "ReplicaSetがな", "ReplicaSetが残っていな",
		"履歴はありません", "履歴が見つからな", "履歴は見つからな", "履歴が見つかりません", "履歴は見つかりません",
	}}
}
