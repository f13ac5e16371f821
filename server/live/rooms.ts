/** Who hears what; every name begins with a company, so that nothing passes between two. */
export const companyRoom = (company_id: number) => `company:${company_id}`
export const personRoom = (company_id: number, user_id: number) => `person:${company_id}:${user_id}`
export const postRoom = (company_id: number, post_id: number) => `post:${company_id}:${post_id}`
/** Those who have a post on screen that they may not see: they hear only that it is up again. */
export const waitingRoom = (company_id: number, post_id: number) =>
  `waiting:${company_id}:${post_id}`
export const sessionRoom = (session_id: string) => `session:${session_id}`
