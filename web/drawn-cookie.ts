import { ssrPath } from '#contract/auth.ts'

/** Keeps what the server has to know to draw a page for its reader, for so many seconds; 0 forgets it. */
export function keepDrawnCookie(name: string, value: string, age_s: number) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not everywhere, and needs https
  document.cookie = `${name}=${value}; path=${ssrPath}; max-age=${age_s}; samesite=lax${secure}`
}
