/** Part of the address. */
export type TenantsTab = 'here' | 'left'

export const tenantsPath = (tab: TenantsTab = 'here'): string =>
  `/staff/tenants${tab === 'left' ? '?show=left' : ''}`

export const tenantPath = (id: number): string => `/staff/tenants/${id}`

export const roomPath = (room: string): string => `/staff/rooms/${encodeURIComponent(room)}`

/** The forms are on the home page; each takes its tenant from the address. */
export const formPath = (form: 'transfer' | 'remove', id: number): string => `/?${form}=${id}`
