/** 'No comments yet', '1 comment', '14 comments'. */
export function commentCount(count: number): string {
  if (count === 0) return 'No comments yet'
  return count === 1 ? '1 comment' : `${count} comments`
}
