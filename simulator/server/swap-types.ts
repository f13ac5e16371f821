/** No leading zeros: those would be lost on the way. */
const number = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/

/** The same JSON with numbers where strings were and the other way round. */
export const swapTypes = (body: object): object => swap(body) as object

function swap(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return number.test(value) ? Number(value) : value
  if (Array.isArray(value)) return value.map(swap)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, swap(one)]))
}
