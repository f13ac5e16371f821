import { useSyncExternalStore } from 'react'

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/**
 * Something that this browser keeps, the same in all its tabs.
 * `read` makes sense of whatever stands there; `empty` is what the server renders with.
 */
export function openKept<T>(key: string, read: (kept: unknown) => T, empty: T) {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let value = empty

  function current(): T {
    const now = readText(key)
    if (now !== text) {
      text = now
      value = read(parsed(now))
    }
    return value
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }

  return {
    current,
    use: () => useSyncExternalStore(subscribe, current, () => empty),
    change(step: (value: T) => T) {
      const next = JSON.stringify(step(current()))
      try {
        localStorage.setItem(key, next)
      } catch {
        // A browser that keeps nothing: the phone works all the same, one number at a time.
      }
      for (const listener of listeners) listener()
    },
  }
}
