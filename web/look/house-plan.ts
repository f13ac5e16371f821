import type { RoomLocation } from '#rules/room.ts'

/**
 * The house in its own units: the ground is y = 0, wing A begins at x = 0, a floor is 40 high,
 * five windows a floor stand 34 apart, and the stair tower stands between the wings.
 */
export const wings = { A: 0, B: 210 } as const
export type Wing = keyof typeof wings
export const floors = [1, 2, 3, 4] as const
export const positions = [1, 2, 3, 4, 5] as const

/** The upper left corner of a window's frame. */
export const windowAt = (wing: Wing, floor: number, position: number) => ({
  x: wings[wing] + 3.8 + 34 * (position - 1),
  y: -(4.8 + 40 * floor),
})

/** The middle of a room's window; null when the drawing has no such window. */
export function windowOf(place: RoomLocation | null): { x: number; y: number } | null {
  if (!place || (place.wing !== 'A' && place.wing !== 'B')) return null
  if (place.floor > floors.length || place.position < 1 || place.position > positions.length)
    return null
  const { x, y } = windowAt(place.wing, place.floor, place.position)
  return { x: x + 13.2, y: y + 11.8 }
}

export type LitKind = 'plain' | 'drape' | 'curtain' | 'shade' | 'person'

/** Who is at home on the evening that is drawn, and in which order their lights come on. */
export const evening: [Wing, number, number, LitKind, number][] = [
  ['A', 4, 1, 'drape', 21],
  ['A', 4, 2, 'drape', 16],
  ['A', 4, 3, 'plain', 17],
  ['A', 4, 4, 'plain', 20],
  ['A', 4, 5, 'plain', 4],
  ['A', 3, 4, 'shade', 27],
  ['A', 3, 5, 'drape', 24],
  ['A', 2, 1, 'plain', 18],
  ['A', 2, 5, 'plain', 23],
  ['B', 4, 1, 'curtain', 17],
  ['B', 4, 2, 'shade', 6],
  ['B', 4, 4, 'shade', 22],
  ['B', 3, 1, 'plain', 26],
  ['B', 3, 2, 'drape', 0],
  ['B', 3, 3, 'plain', 13],
  ['B', 3, 5, 'plain', 14],
  ['B', 2, 2, 'person', 25],
  ['B', 2, 4, 'plain', 8],
  ['B', 2, 5, 'curtain', 2],
  ['B', 1, 1, 'person', 1],
  ['B', 1, 3, 'person', 7],
]
