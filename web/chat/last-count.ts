const keyOf = (me: number) => `bweni.counted.${me}`

/** How many messages this person had not seen when this tab counted last; null if it never has. */
export function readCount(me: number): number | null {
  try {
    const kept = sessionStorage.getItem(keyOf(me))
    return kept === null ? null : Number(kept)
  } catch {
    return null
  }
}

export function keepCount(me: number, count: number) {
  try {
    sessionStorage.setItem(keyOf(me), String(count))
  } catch {
    // No room: what comes between two pages is then told of by its time alone.
  }
}
