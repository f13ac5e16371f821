import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

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
