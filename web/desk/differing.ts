/** A typed text in three: what is the same at its beginning, what differs from `right`, the same end. */
export function differing(
  typed: string,
  right: string,
): [before: string, odd: string, after: string] {
  const most = Math.min(typed.length, right.length)
  let start = 0
  while (start < most && typed[start] === right[start]) start += 1
  let end = 0
  while (end < most - start && typed.at(-1 - end) === right.at(-1 - end)) end += 1
  return [
    typed.slice(0, start),
    typed.slice(start, typed.length - end),
    typed.slice(typed.length - end),
  ]
}
