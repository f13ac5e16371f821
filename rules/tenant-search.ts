/** How many tenants a picker lists (spec 5). */
const most_shown = 5

/** As people type: small letters, ũ as u, and any apostrophe or none. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’‘ʼ`]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/**
 * The first tenants whose full name or room number contains what was typed, and how many more there
 * are. Nothing typed finds nobody.
 */
export function searchTenants<Tenant extends { full_name: string }>(
  typed: string,
  tenants: readonly Tenant[],
  roomOf: (tenant: Tenant) => string | null,
): { shown: Tenant[]; more: number } {
  const wanted = plain(typed)
  if (wanted === '') return { shown: [], more: 0 }
  const found = tenants.filter(
    (tenant) =>
      plain(tenant.full_name).includes(wanted) || plain(roomOf(tenant) ?? '').includes(wanted),
  )
  return { shown: found.slice(0, most_shown), more: Math.max(0, found.length - most_shown) }
}

/** What a picker says below its list; null when all that was found is listed. */
export function searchSentence(typed: string, found: { shown: unknown[]; more: number }) {
  if (plain(typed) === '') return null
  if (found.shown.length === 0) return 'No tenants found matching your search'
  return found.more === 0 ? null : `+${found.more} more tenants match your search`
}
