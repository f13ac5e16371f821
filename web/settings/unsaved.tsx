import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { Button, SubmitButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import './list-settings.css'

/** The number of the page's forms with unsaved changes, counted so that the question is asked once for all of them. */
const Unsaved = createContext<{ forms: number }>({ forms: 0 })

/** Asks before the user leaves for another page while a form has unsaved changes. */
export function AskBeforeLeaving({ children }: { children: ReactNode }) {
  const [unsaved] = useState({ forms: 0 })
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.forms > 0 && nextLocation.pathname !== currentLocation.pathname,
  )
  const stay = () => blocker.reset?.()
  return (
    <Unsaved value={unsaved}>
      {children}
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          confirmLabel="Stay"
          busy={false}
          onConfirm={stay}
          onClose={stay}
          other={{ label: 'Leave', onClick: () => blocker.proceed() }}
        >
          <p>What you typed is not saved yet.</p>
        </ConfirmDialog>
      )}
    </Unsaved>
  )
}

/** Registers a form, so that leaving or reloading the page asks first while it has changes. */
export function useUnsaved(hasChanges: boolean) {
  const unsaved = use(Unsaved)
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.forms++
    addEventListener('beforeunload', ask)
    return () => {
      unsaved.forms--
      removeEventListener('beforeunload', ask)
    }
  }, [hasChanges, unsaved])
}

interface SaveBarProps {
  /** How many changes the form has. Without any there is no bar. */
  changes: number
  /** Whether there is a bar without changes, too. */
  always?: boolean
  label?: string
  /** Whether it saves what has just been shown, in the place of the button that asked for it. */
  isAnswer?: boolean
  busy: boolean
  busyLabel?: string
  onDiscard: () => void
  /** What became of saving; it stays when the bar is gone. */
  children?: ReactNode
}

/** Saves a form or discards what was changed; it stays at the foot of the window while the form is in view. */
export function SaveBar({
  changes,
  always = false,
  label = 'Save',
  isAnswer = false,
  busy,
  busyLabel = 'Saving...',
  onDiscard,
  children,
}: SaveBarProps) {
  useUnsaved(changes > 0)
  const isShown = always || changes > 0
  const foot = useRef<HTMLDivElement>(null)
  const wasShown = useRef(isShown)
  useEffect(() => {
    if (isShown === wasShown.current) return
    wasShown.current = isShown
    const { activeElement, body } = document
    // The bar may have come above the field that has the focus; the focus may have been on a button of the bar that is gone.
    if (isShown) activeElement?.scrollIntoView({ block: 'nearest' })
    else if (activeElement === body) foot.current?.focus()
  }, [isShown])
  return (
    <div ref={foot} tabIndex={-1} className="save-foot">
      {children}
      <div className={isShown ? 'save-bar' : 'visually-hidden'}>
        <p className="small muted tabular" role="status">
          {changes > 0 && (changes === 1 ? '1 change' : `${changes} changes`)}
        </p>
        {isShown && (
          <>
            <SubmitButton
              variant="compact"
              ignoresDoubleClick={isAnswer}
              busy={busy}
              busyLabel={busyLabel}
            >
              {label}
            </SubmitButton>
            <Button variant="quiet compact" onClick={() => !busy && onDiscard()}>
              Discard
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** How many fields of a form differ from what is saved. */
export const changedFields = ({
  isDirty,
  dirtyFields,
}: {
  isDirty: boolean
  dirtyFields: object
}) =>
  isDirty
    ? Math.max(1, Object.values(dirtyFields).filter((field) => [field].flat().some(Boolean)).length)
    : 0
