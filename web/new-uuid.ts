/** A random UUID, also over plain http, where browsers have no `crypto.randomUUID`. */
export function newUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  // The fixed digits of version 4, variant 1.
  const uuid = `${hex.slice(0, 12)}4${hex.slice(13, 16)}a${hex.slice(17)}`
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
