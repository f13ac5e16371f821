/** The ground floor first. */
export const floorNames = [
  'ground floor',
  'first floor',
  'second floor',
  'third floor',
  'fourth floor',
  'fifth floor',
  'sixth floor',
  'seventh floor',
  'eighth floor',
]

/** Where a room's window is in the drawing of the building: A101 is wing A, floor 1 (ground), first from the left. */
export interface RoomLocation {
  wing: string
  /** 1 is the ground floor. */
  floor: number
  /** 1 to 5 within the wing. */
  position: number
  /** `ground floor, wing A` */
  description: string
}

/** Null for a room number that is not a letter, the floor and two digits. */
export function roomLocation(roomNumber: string): RoomLocation | null {
  const parts = /^([A-Z])(\d)(\d\d)$/.exec(roomNumber)
  if (!parts) return null
  const [, wing = '', floor, position] = parts.map((part) => part)
  const name = floorNames[Number(floor) - 1]
  if (!name) return null
  return {
    wing,
    floor: Number(floor),
    position: Number(position),
    description: `${name}, wing ${wing}`,
  }
}
