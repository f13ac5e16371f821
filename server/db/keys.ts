/** Finds a row of a company: each table's primary key begins with the company. */
export interface Key {
  company_id: number
  id: number
}

/** The user whom a row belongs to. */
export interface UserKey {
  company_id: number
  user_id: number
}
