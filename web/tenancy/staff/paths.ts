/** Which of the two lists is shown stands in the address. */
export type Shown = 'here' | 'left'

export const tenantsPath = (shown: Shown = 'here'): string =>
  `/staff/tenants${shown === 'left' ? '?show=left' : ''}`

export const tenantPath = (id: number): string => `/staff/tenants/${id}`

export const roomPath = (room: string): string => `/staff/rooms/${encodeURIComponent(room)}`

/** The forms are on the home page; each takes a tenant out of the address. */
export const formPath = (form: 'transfer' | 'remove', id: number): string => `/?${form}=${id}`
