import { Keyboard } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { local } from '../storage.ts'
import { Button } from '../ui/button.tsx'
import '../ui/confirm-dialog.css'

interface DeskKeys {
  /** Moves to the next item of the list, or to the previous one. */
  move: (step: 1 | -1) => void
  /** Presses the item's main button or, without one, focuses the search for an account. */
  main: () => void
  share: () => void
  undo: () => void
}

const STORED = 'bweni.desk-keys'

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

/** The act of a key. A key that is held down can only move, never decide anything. */
function actOf(
  key: string,
  held: boolean,
  { move, main, share, undo }: DeskKeys,
  help: () => void,
) {
  if (key === 'ArrowDown') return () => move(1)
  if (key === 'ArrowUp') return () => move(-1)
  if (held) return null
  if (key === 'Enter') return main
  if (key === 's' || key === 'S') return share
  if (key === 'u' || key === 'U') return undo
  return key === '?' ? help : null
}

/** The desk's shortcut keys, which do nothing while somebody types. They can be turned off in this browser. */
export function useDeskKeys(keys: DeskKeys) {
  const [help, setHelp] = useState(false)
  const [on, setOn] = useState(true)
  useEffect(() => setOn(local.get(STORED) !== 'off'), [])
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event
      if (ctrlKey || metaKey || altKey || defaultPrevented || isTaken(event)) return
      if (document.querySelector('dialog[open]')) return
      if (!on && key !== '?') return
      const act = actOf(key, repeat, latest.current, () => setHelp(true))
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [on])
  return {
    help,
    openHelp: () => setHelp(true),
    closeHelp: () => setHelp(false),
    on,
    turn(next: boolean) {
      setOn(next)
      local.set(STORED, next ? 'on' : 'off')
    },
  }
}

const keyTexts = [
  ['↓ ↑', 'The next payment, or the one before'],
  ['Enter', 'Show what the main button changes; once more does it'],
  ['S', 'Share the payment among several accounts'],
  ['U', 'Undo what you did last'],
  ['?', 'This list'],
]

export function KeysHelp({ keys }: { keys: ReturnType<typeof useDeskKeys> }) {
  return (
    <>
      <Button
        variant="quiet compact"
        className="keys-button"
        icon={Keyboard}
        onClick={keys.openHelp}
      >
        Keys
      </Button>
      {keys.help && <KeysDialog keys={keys} />}
    </>
  )
}

function KeysDialog({ keys: { on, turn, closeHelp } }: { keys: ReturnType<typeof useDeskKeys> }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="question" aria-labelledby={id} onClose={closeHelp}>
      <div className="stack">
        <h2 id={id}>Keys of the desk</h2>
        <dl className="facts">
          {keyTexts.map(([key, text]) => (
            <div key={key} className="contents">
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <label className="check-label">
          <input type="checkbox" checked={on} onChange={({ target }) => turn(target.checked)} />
          <span>Use these keys</span>
        </label>
        <div>
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
      </div>
    </dialog>
  )
}
