/** A page that asks about once a second is there; one that has not asked for this long is gone. */
const absent_after_ms = 3000

export interface Presence {
  seen(msisdn: string): void
  left(msisdn: string): void
  isThere(msisdn: string): boolean
}

/** For which numbers the phone page is open now. Nothing to remember over a restart: pages ask again. */
export function openPresence(clock: () => number): Presence {
  const last_seen = new Map<string, number>()
  return {
    seen: (msisdn) => last_seen.set(msisdn, clock()),
    left: (msisdn) => last_seen.delete(msisdn),
    isThere: (msisdn) => clock() - (last_seen.get(msisdn) ?? 0) < absent_after_ms,
  }
}
