export const staffRoles = ['owner', 'manager', 'caretaker', 'viewer'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Which roles of staff may do what. Settings show this table, and `server/http/serve.ts` enforces it at every endpoint. */
export const permissions = {
  /** See the residence, its tenants and what they owe. */
  view: ['owner', 'manager', 'caretaker', 'viewer'],
  /** See photos and ID scans of tenants. */
  documents: ['owner', 'manager', 'caretaker'],
  /** Move tenants in, to another room and out. */
  tenancies: ['owner', 'manager', 'caretaker'],
  /** Note what a room needs, and take it out of service. */
  upkeep: ['owner', 'manager', 'caretaker'],
  /** Approve, reject and take down posts and comments. */
  posts: ['owner', 'manager', 'caretaker'],
  /** Decide about payments and correct what is owed. */
  money: ['owner', 'manager'],
  /** Change rooms and rents. */
  rooms: ['owner', 'manager'],
  /** Change the residence, its prices, questions and services. */
  settings: ['owner', 'manager'],
  /** Download or import tables. */
  tables: ['owner', 'manager'],
  /** Add and remove staff accounts, and change their roles. */
  staff: ['owner'],
  /** Set the limit above which a second person has to approve. */
  limit: ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>
export type Permission = keyof typeof permissions

export const rolesWith = (permission: Permission): readonly StaffRole[] => permissions[permission]

export const mayDo = (role: StaffRole | null, permission: Permission): boolean =>
  role !== null && rolesWith(permission).includes(role)
