import { Keyboard } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { keysAreOn, onShortcutKey, turnKeys } from '../ui/shortcut-keys.ts'
import '../ui/confirm-dialog.css'

interface DeskKeys {
  /** Moves to the next item of the list, or to the previous one. */
  move: (step: 1 | -1) => void
  /** Presses the item's main button or, without one, focuses the search for an account. */
  main: () => void
  share: () => void
  undo: () => void
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
  useEffect(() => setOn(keysAreOn()), [])
  const latest = useRef(keys)
  latest.current = keys
  useEffect(
    () =>
      onShortcutKey((event) => {
        const { key, repeat } = event
        if (!on && key !== '?') return
        const act = actOf(key, repeat, latest.current, () => setHelp(true))
        if (!act) return
        event.preventDefault()
        act()
      }),
    [on],
  )
  return {
    help,
    openHelp: () => setHelp(true),
    closeHelp: () => setHelp(false),
    on,
    turn(next: boolean) {
      setOn(next)
      turnKeys(next)
    },
  }
}

const keyTexts = [
  ['↓ ↑', 'The next payment, or the one before'],
  ['Enter', 'Show what the main button changes; once more does it'],
  ['S', 'Share the payment among several accounts'],
  ['U', 'Undo what you did last'],
  ['?', 'This list'],
  ['/', 'The search of a list, on every page'],
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
          <span>Use these keys, and the arrows in lists</span>
        </label>
        <div>
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
      </div>
    </dialog>
  )
}
