import { DRAFT_KEY_PREFIX } from '../session.ts'

/**
 * Keeps what was typed and not sent yet. In this tab (`session`) it survives a reload and is deleted
 * when somebody signs out; in this browser (`local`) it survives both.
 */
export interface DraftStore<Draft> {
  read(): Draft | null
  /** Null deletes it. */
  save(draft: Draft | null): void
}

/**
 * @param key without prefix, such as `comment.12.7`: what is written, by whom, about what
 * @param parse turns what was stored, perhaps by an older version, into a draft; null when it is no use
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
    // A browser may refuse to store anything; then the draft is only on the screen.
    save(draft) {
      try {
        if (draft) place().setItem(name, JSON.stringify(draft))
        else place().removeItem(name)
      } catch {}
    },
  }
}
