/** How many tenants a picker lists (spec 5). */
const most_shown = 5

const simple = /^[\x20-\x7e]*$/

/** As people type: small letters, ũ as u, and any apostrophe or none. */
const plain = (text: string): string =>
  (simple.test(text) ? text : text.normalize('NFD').replace(/[\p{M}’‘ʼ]/gu, ''))
    .replace(/['`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/**
 * All whose full name or room number contains what is typed; nothing typed finds everybody. Names are
 * made plain here, once, so that no key that is pressed waits for ten thousand of them.
 */
export function tenantIndex<Tenant extends { full_name: string }>(
  tenants: readonly Tenant[],
  roomOf: (tenant: Tenant) => string | null,
): (typed: string) => readonly Tenant[] {
  const known = tenants.map((tenant) => ({
    tenant,
    name: plain(tenant.full_name),
    room: plain(roomOf(tenant) ?? ''),
  }))
  return (typed) => {
    const wanted = plain(typed)
    if (wanted === '') return tenants
    return known
      .filter(({ name, room }) => name.includes(wanted) || room.includes(wanted))
      .map(({ tenant }) => tenant)
  }
}

/** What a picker lists of those who match: the first, and how many more there are. */
export function pick<Tenant>(typed: string, find: (typed: string) => readonly Tenant[]) {
  const found = plain(typed) === '' ? [] : find(typed)
  return { shown: found.slice(0, most_shown), more: Math.max(0, found.length - most_shown) }
}

/**
 * The first tenants whose full name or room number contains what was typed, and how many more there
 * are. Nothing typed finds nobody.
 */
export const searchTenants = <Tenant extends { full_name: string }>(
  typed: string,
  tenants: readonly Tenant[],
  roomOf: (tenant: Tenant) => string | null,
): { shown: Tenant[]; more: number } => pick(typed, tenantIndex(tenants, roomOf))

/** What a picker says below its list; null when all that was found is listed. */
export function searchSentence(typed: string, found: { shown: unknown[]; more: number }) {
  if (plain(typed) === '') return null
  if (found.shown.length === 0) return 'No tenants found matching your search'
  return found.more === 0 ? null : `+${found.more} more tenants match your search`
}
