import { openKept } from './kept.ts'

const most_ids = 500

const isText = (value: unknown): value is string => typeof value === 'string'
const read = (kept: unknown): string[] => (Array.isArray(kept) ? kept.filter(isText) : [])

/** Which messages have been opened in this browser. */
const opened = openKept<string[]>('bweni.pretendPhone.read', read, [])

export const useOpened = opened.use

export function markOpened(id: string) {
  if (opened.current().includes(id)) return
  opened.change((ids) => [...ids, id].slice(-most_ids))
}
