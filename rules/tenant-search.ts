import { roomKey } from './room-pattern.ts'
import { plainTyped } from './typed.ts'

/** Most tenants that a picker lists. */
const MAX_RESULTS = 5

const ascii = /^[\x20-\x7e]*$/

/** Lower case, without accents (ũ as u) and apostrophes. */
const normalise = (text: string): string =>
  (ascii.test(text)
    ? text
    : plainTyped(text)
        .normalize('NFD')
        .replace(/[\p{M}’‘ʼ]/gu, '')
  )
    .replace(/['`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Rooms that begin with what was typed come first, in the order of their numbers. */
const compareRooms = (one: string, other: string, typed: string): number =>
  Number(other.startsWith(typed)) - Number(one.startsWith(typed)) ||
  Number(one > other) - Number(one < other)

/**
 * A search for tenants whose full name or room number contains the typed text; an empty text finds all, and
 * one with a digit is taken for a room number.
 * Names are normalised once, so that ten thousand of them do not delay typing.
 */
export function createTenantSearch<Tenant extends { full_name: string }>(
  tenants: readonly Tenant[],
  roomNumberOf: (tenant: Tenant) => string | null,
): (typed: string) => readonly Tenant[] {
  const index = tenants.map((tenant) => ({
    tenant,
    name: normalise(tenant.full_name),
    room: roomKey(roomNumberOf(tenant) ?? ''),
  }))
  return (typed) => {
    const query = normalise(typed)
    // An apostrophe alone is no name.
    if (query === '') return typed.trim() === '' ? tenants : []
    const asRoom = roomKey(typed)
    const found = index.filter(({ name, room }) => name.includes(query) || room.includes(asRoom))
    if (/\d/.test(query)) found.sort((one, other) => compareRooms(one.room, other.room, asRoom))
    return found.map(({ tenant }) => tenant)
  }
}

/** The first matches for a picker, and how many more there are; none for an empty text. */
export function firstMatches<Tenant>(typed: string, find: (typed: string) => readonly Tenant[]) {
  const found = normalise(typed) === '' ? [] : find(typed)
  return { shown: found.slice(0, MAX_RESULTS), more: Math.max(0, found.length - MAX_RESULTS) }
}

/** Searches tenants and takes the first matches, in one step. */
export const searchTenants = <Tenant extends { full_name: string }>(
  typed: string,
  tenants: readonly Tenant[],
  roomNumberOf: (tenant: Tenant) => string | null,
): { shown: Tenant[]; more: number } =>
  firstMatches(typed, createTenantSearch(tenants, roomNumberOf))

/** The line below a picker's list; null when all matches are listed. */
export function searchHint(typed: string, found: { shown: unknown[]; more: number }) {
  if (normalise(typed) === '') return null
  if (found.shown.length === 0) return 'No tenants found matching your search'
  return found.more === 0 ? null : `+${found.more} more tenants match your search`
}
