import { local } from '../storage.ts'

const STORED = 'bweni.desk-keys'

/** Whether staff use shortcut keys in this browser; they can be turned off on the desk. */
export const keysAreOn = (): boolean => local.get(STORED) !== 'off'

export const turnKeys = (on: boolean) => local.set(STORED, on ? 'on' : 'off')

/**
 * Whether the focused element needs the key: a field, or for Enter a button or link. A dialog that has just closed
 * keeps the focus until the page is drawn again, but doesn't count.
 */
function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || target.closest('dialog:not([open])')) return false
  if (target.closest('input, textarea, select, [contenteditable], dialog, [role=listbox]'))
    return true
  return key === 'Enter' && target.closest('a, button, summary') !== null
}

/** Calls `handle` for keys that nothing on the page needs itself, and that are no browser's shortcut. */
export function onShortcutKey(handle: (event: KeyboardEvent) => void): () => void {
  function onKeyDown(event: KeyboardEvent) {
    const { ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (ctrlKey || metaKey || altKey || defaultPrevented || isTaken(event)) return
    if (document.querySelector('dialog[open]')) return
    handle(event)
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
