import { useSyncExternalStore } from 'react'

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/**
 * A value in localStorage, shared by all tabs.
 * @param parse must accept any JSON value
 * @param empty the value while rendering on the server
 */
export function createStoredValue<T>(key: string, parse: (stored: unknown) => T, empty: T) {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let value = empty

  function get(): T {
    const now = readText(key)
    if (now !== text) {
      text = now
      value = parse(parseJson(now))
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
    get,
    use: () => useSyncExternalStore(subscribe, get, () => empty),
    update(change: (value: T) => T) {
      const next = JSON.stringify(change(get()))
      try {
        localStorage.setItem(key, next)
      } catch {
        // Without storage the phone works with one number at a time.
      }
      for (const listener of listeners) listener()
    },
  }
}
