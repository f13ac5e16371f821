/** The tabs of the page, as they appear in its URL. */
export type TenantsTab = 'here' | 'left'

export const tenantsPath = (tab: TenantsTab = 'here'): string =>
  `/staff/tenants${tab === 'left' ? '?show=left' : ''}`

export const tenantPath = (id: number): string => `/staff/tenants/${id}`

export const roomsPath = '/staff/rooms'

export const livedInPath = '/staff/rooms?show=occupied'

export const freeRoomsPath = '/staff/rooms?show=free'

/** The list of rooms whose windows on the map show a state. */
export const roomsOfWindowPath = (state: string): string =>
  `/staff/rooms?show=window-${state}#room-list`

export const roomPath = (room: string): string => `/staff/rooms/${encodeURIComponent(room)}`
