# Puts one fault of faults.txt into a tree: awk -v fault=NAME -v tree=FOLDER [-v dry=1] -f apply.awk faults.txt
# Every `from` must occur exactly once; else nothing is written and the exit status is 1. dry=1 only looks.

function refuse(message) {
  print "fault " fault ": " message > "/dev/stderr"
  failed = 1
  exit 1
}
function rest_of_line() {
  sub(/^[a-z]+[ \t]+/, "")
  return $0
}
function occurrences(text, piece,    count, at) {
  count = 0
  while ((at = index(text, piece)) > 0) {
    ++count
    text = substr(text, at + length(piece))
  }
  return count
}
function read_whole(path,    text, line, status) {
  text = ""
  while ((status = (getline line < path)) > 0) text = text line "\n"
  close(path)
  if (status < 0) refuse("cannot read " path)
  return text
}

/^[ \t]*(#|$)/ { next }
$1 == "fault" { inside = ($2 == fault); known = known || inside; next }
!inside { next }
$1 == "about" { about = rest_of_line(); next }
$1 == "file" { path = rest_of_line(); next }
$1 == "from" { from = rest_of_line(); next }
$1 == "to" {
  to = rest_of_line()
  if (path == "" || from == "" || from == to) refuse("file, from and to are expected, in this order")
  if (!(path in content)) content[path] = read_whole(tree "/" path)
  found = occurrences(content[path], from)
  if (found != 1) refuse("\"" from "\" occurs " found " times in " path ", not once")
  at = index(content[path], from)
  content[path] = substr(content[path], 1, at - 1) to substr(content[path], at + length(from))
  from = ""
  ++edits
  next
}
{ refuse("unknown line: " $0) }

END {
  if (failed) exit 1
  if (!known || !edits || about == "") refuse("it is not in the list, or has no about or no change")
  for (path in content) {
    if (dry) continue
    printf "%s", content[path] > (tree "/" path)
    close(tree "/" path)
    print path
  }
}
