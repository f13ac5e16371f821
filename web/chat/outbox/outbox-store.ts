import { useSyncExternalStore } from 'react'
import { DRAFT_KEY_PREFIX } from '../../session.ts'
import { unsentKey } from '../keys.ts'
import { readUnsent, type Unsent } from './outbox.ts'

/** One key for each message, so that tabs never overwrite one another's. */
const keyOf = (user: number, client_id: string) => unsentKey(user) + client_id

/** Where the storage takes nothing, this tab remembers by itself. */
const homeless = new Map<string, Unsent>()
const lookers = new Set<() => void>()
const held = new Map<number, Unsent[]>()

function changed() {
  held.clear()
  for (const looker of lookers) looker()
}

function inStorage(user: number): Unsent[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(unsentKey(user)))
    .flatMap((key) => readUnsent(localStorage.getItem(key)) ?? [])
}

/** Everything of a person that has not been acknowledged, in the order in which it was written. */
export function listUnsent(user: number): Unsent[] {
  const known = held.get(user)
  if (known) return known
  const own = [...homeless].filter(([key]) => key.startsWith(unsentKey(user))).map(([, one]) => one)
  const all = [...inStorage(user), ...own].sort((one, other) => one.turn - other.turn)
  held.set(user, all)
  return all
}

/** The turn of a message that is written now; the clock alone may stand still or go back. */
export const nextTurn = (user: number): number =>
  Math.max(Date.now(), (listUnsent(user).at(-1)?.turn ?? 0) + 1)

export function keepUnsent(user: number, unsent: Unsent) {
  const key = keyOf(user, unsent.client_id)
  try {
    localStorage.setItem(key, JSON.stringify(unsent))
    homeless.delete(key)
  } catch {
    homeless.set(key, unsent)
  }
  changed()
}

export function dropUnsent(user: number, client_id: string) {
  const key = keyOf(user, client_id)
  localStorage.removeItem(key)
  homeless.delete(key)
  changed()
}

const fromElsewhere = ({ key }: StorageEvent) => {
  if (key === null || key.startsWith(DRAFT_KEY_PREFIX)) changed()
}

/** Tells of every change, in other tabs too. */
export function onOutbox(looker: () => void): () => void {
  if (lookers.size === 0) {
    held.clear()
    addEventListener('storage', fromElsewhere)
  }
  const entry = () => looker()
  lookers.add(entry)
  return () => {
    lookers.delete(entry)
    if (lookers.size > 0) return
    // Nobody is signed in any more.
    homeless.clear()
    removeEventListener('storage', fromElsewhere)
  }
}

const nothing: Unsent[] = []

export const useUnsent = (user: number): Unsent[] =>
  useSyncExternalStore(
    onOutbox,
    () => listUnsent(user),
    () => nothing,
  )
