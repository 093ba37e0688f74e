package labs

// Visibility says who may read what a check is about. Its values are those of the native record.
type Visibility string

// The visibilities of a check. Those with a moment are hidden until then; only Gradescope knows the moment.
const (
	Visible        Visibility = "visible"
	Hidden         Visibility = "hidden"
	AfterDueDate   Visibility = "after_due_date"
	AfterPublished Visibility = "after_published"
)

// Show says who may read what the check is about; whoever says nothing has a check that everybody may read about. Its points count all
// the same. Where a learner may not read about it, there is a number of such checks, and no word of them.
func (c *Check) Show(to Visibility) { c.Visibility = to }

// Hidden is true if a learner who is working on the task may not read about the check.
func (c *Check) Hidden() bool { return c.Visibility != "" && c.Visibility != Visible }
