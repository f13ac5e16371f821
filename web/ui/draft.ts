import { DRAFT_KEY_PREFIX } from '../early-refresh.ts'
import { local, ofTab } from '../storage.ts'

/**
 * Stores text that was typed and not sent yet. In this tab (`session`) it survives a reload and is deleted at sign-out;
 * in the browser (`local`) it survives both.
 */
export interface DraftStore<Draft> {
  read(): Draft | null
  /** Saves a draft; null deletes it. */
  save(draft: Draft | null): void
}

/**
 * @param key without prefix, such as `comment.12.7`: the kind of text, its author and its subject
 * @param parse turns the stored value, perhaps from an older version, into a draft; null when it is unusable
 */
export function draftStore<Draft extends object>(
  key: string,
  parse: (stored: Record<string, unknown>) => Draft | null,
  storage: 'session' | 'local' = 'session',
): DraftStore<Draft> {
  const place = storage === 'session' ? ofTab : local
  const name = (storage === 'session' ? DRAFT_KEY_PREFIX : 'bweni.') + key
  return {
    read() {
      try {
        const stored: unknown = JSON.parse(place.get(name) ?? 'null')
        return stored !== null && typeof stored === 'object' ? parse({ ...stored }) : null
      } catch {
        return null
      }
    },
    save(draft) {
      if (draft) place.set(name, JSON.stringify(draft))
      else place.remove(name)
    },
  }
}
