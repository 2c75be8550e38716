# A public function tells of a mistake by RIM_ASSERT with a sentence, never by a plain assert: that is for what the code
# itself promises.
#   awk -f scripts/asserts.awk SOURCES
/^[a-z].*[^a-z_0-9]rim_[a-z0-9_]+\(/ && !/;/ { public = 1 }
/^}/ { public = 0 }
public && /(^|[^_a-zA-Z])assert\(/ { print "  " FILENAME ":" FNR ": a plain assert in a public function"; bad = 1 }
/RIM_ASSERT\(/ {
    text = $0
    if (text !~ /;[ \t]*(\\)?$/) { getline; text = text $0 }
    if (FILENAME !~ /base\.h$/ && text !~ /,[ \t]*"[a-z][^"]*"\);/) { print "  " FILENAME ":" FNR ": RIM_ASSERT without a sentence"; bad = 1 }
}
END { exit bad }
