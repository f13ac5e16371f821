import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** How many forms of the page hold something that isn't saved: the router asks for all of them once. */
const Unsaved = createContext<{ forms: number }>({ forms: 0 })

/** Asks before the page is left for another one while a form in it has changes. */
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

/** For a form: it isn't left, nor reloaded, without a question while it has changes. */
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
