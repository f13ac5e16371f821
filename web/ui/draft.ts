import { DRAFT_KEY_PREFIX } from '../session.ts'

/**
 * Stores what was typed and not sent yet. In sessionStorage (`session`) it survives a reload and is deleted
 * at sign-out; in localStorage (`local`) it survives both.
 */
export interface DraftStore<Draft> {
  read(): Draft | null
  /** Null deletes it. */
  save(draft: Draft | null): void
}

/**
 * @param key without prefix, such as `comment.12.7`: what is written, by whom, about what
 * @param parse turns the stored value, perhaps from an older version, into a draft; null when it is unusable
 */
export function draftStore<Draft extends object>(
  key: string,
  parse: (stored: Record<string, unknown>) => Draft | null,
  storage: 'session' | 'local' = 'session',
): DraftStore<Draft> {
  const place = () => (storage === 'session' ? sessionStorage : localStorage)
  const name = (storage === 'session' ? DRAFT_KEY_PREFIX : 'bweni.') + key
  return {
    read() {
      try {
        const stored: unknown = JSON.parse(place().getItem(name) ?? 'null')
        return stored !== null && typeof stored === 'object' ? parse({ ...stored }) : null
      } catch {
        return null
      }
    },
    // The browser may refuse to store anything; then the draft is lost with the page.
    save(draft) {
      try {
        if (draft) place().setItem(name, JSON.stringify(draft))
        else place().removeItem(name)
      } catch {}
    },
  }
}
