package evidence

// ResetsConfigMap is the name of the note in a lab's namespace that says which tasks were set back, and when.
const ResetsConfigMap = "podium-resets"
