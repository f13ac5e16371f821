/** Said to the author of a post that waits for staff (spec 2). */
export const under_review = 'Your post is under review and will appear soon after approval!'
