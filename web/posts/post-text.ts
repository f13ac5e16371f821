/** Shown to the author of a pending post. */
export const UNDER_REVIEW = 'Your post is under review and will appear soon after approval!'

/** 'No comments yet', '1 comment', '14 comments'. */
export function commentCount(count: number): string {
  if (count === 0) return 'No comments yet'
  return count === 1 ? '1 comment' : `${count} comments`
}
