// Package action tests the GitHub Action, the template of a student's repository and the release that they use.
package action
