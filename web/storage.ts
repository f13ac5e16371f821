/**
 * The browser's storage, with memory as a fallback: storage may be full, and with blocked site data each access throws.
 * All access to storage goes through here.
 */
export interface KeyValues {
  get(key: string): string | null
  /** Stores a value. Returns whether it outlives the page. */
  set(key: string, value: string): boolean
  remove(key: string): void
  keys(): string[]
  /** Whether the browser keeps anything at all. */
  isKept(): boolean
}

/** The result of an access to storage or cookies; null if it throws, as on the server. */
function attempt<Result>(access: () => Result): Result | null {
  try {
    return access()
  } catch {
    return null
  }
}

function guarded(name: 'localStorage' | 'sessionStorage'): KeyValues {
  const memory = new Map<string, string>()
  const place = () => globalThis[name]
  return {
    get: (key) => memory.get(key) ?? attempt(() => place().getItem(key)),
    set(key, value) {
      const isKept = attempt(() => place().setItem(key, value)) !== null
      if (isKept) memory.delete(key)
      else memory.set(key, value)
      return isKept
    },
    remove(key) {
      memory.delete(key)
      attempt(() => place().removeItem(key))
    },
    keys: () => [...memory.keys(), ...(attempt(() => Object.keys(place())) ?? [])],
    isKept: () => attempt(() => place().length) !== null,
  }
}

/** Storage shared by all tabs, kept until it is removed. */
export const local = guarded('localStorage')
/** Storage of this tab only. */
export const ofTab = guarded('sessionStorage')

export const readCookie = (name: string): string | null =>
  attempt(() => document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`)))?.slice(
    name.length + 1,
  ) ?? null

/** Sets a cookie for the server that renders the pages below `path`; an age of 0 deletes it. */
export function setSsrCookie(path: string, name: string, value: string, maxAge_s: number) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  attempt(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not everywhere, and needs https
    document.cookie = `${name}=${value}; path=${path}; max-age=${maxAge_s}; samesite=lax${secure}`
  })
}
