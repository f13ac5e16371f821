/** Ids are PostgreSQL integers. */
export const LARGEST_ID = 2_147_483_647
