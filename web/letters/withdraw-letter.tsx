import { useState } from 'react'
import { getLetter, listTenantLetters, withdrawLetter } from '#contract/letters.ts'
import { call } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useAction } from '../ui/use-action.ts'

const changes = [getLetter, listTenantLetters]

/** Lets staff withdraw a letter. It still exists, but anybody who checks it reads that it was withdrawn. */
export function WithdrawLetter({ number }: { number: string }) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { run, busy, error } = useAction(
    () => call(withdrawLetter, { params: { number }, body: { reason } }),
    { changes },
  )
  return (
    <Permitted to="money">
      {open ? (
        <form
          className="suggestion stack-small on-screen"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void run()
          }}
        >
          <TextField
            label="Why is it withdrawn?"
            hint="The tenant reads the reason. Whoever checks the letter only reads that it was withdrawn. This can’t be undone; a new letter can be issued."
            autoFocus
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <div className="row wrap">
            <SubmitButton variant="danger" busy={busy} disabled={reason.trim() === ''}>
              Withdraw the letter
            </SubmitButton>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
          <ActionResult success={null} error={error} />
        </form>
      ) : (
        <div className="on-screen">
          <Button variant="quiet danger-text" onClick={() => setOpen(true)}>
            Withdraw this letter
          </Button>
        </div>
      )}
    </Permitted>
  )
}
