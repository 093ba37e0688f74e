package evidence

import "github.com/distribution/reference"

// SameImage is true if two image references name the same image: "nginx:1.26" is "docker.io/library/nginx:1.26",
// and no tag is "latest". A reference that cannot be parsed is the same as nothing.
func SameImage(a, b string) bool {
	first, errFirst := reference.ParseNormalizedNamed(a)
	second, errSecond := reference.ParseNormalizedNamed(b)
	if errFirst != nil || errSecond != nil {
		return false
	}
	return reference.TagNameOnly(first).String() == reference.TagNameOnly(second).String()
}

// SameProgram is true if two image references name the same image, in whatever version. A reference that cannot be parsed is the same as nothing.
func SameProgram(a, b string) bool {
	first, errFirst := reference.ParseNormalizedNamed(a)
	second, errSecond := reference.ParseNormalizedNamed(b)
	return errFirst == nil && errSecond == nil && first.Name() == second.Name()
}
