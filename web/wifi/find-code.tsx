import {
  type ClipboardEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Received } from '#contract/endpoint.ts'
import { findVoucher } from '#contract/wifi.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { findMpesaCodes } from '#rules/mpesa-code.ts'
import { formatVoucherCode } from '#rules/wifi.ts'
import { call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { useAction } from '../ui/use-action.ts'
import { endedVoucherTexts, VoucherCode, voucherEndLabels } from './voucher-code.tsx'

/**
 * "Missing wifi code": the code of a payment by its M-Pesa reference. Used by the wifi page and by the
 * assistant, so it does without react-hook-form, which the assistant does not load.
 */
export function useFindCode() {
  const [reference, setReference] = useState('')
  const [invalid, setInvalid] = useState<string | null>(null)
  const { run, busy, result, error } = useAction(() => {
    const body = { reference: findMpesaCodes(reference).join(' ') || reference }
    return call(findVoucher, { body })
  })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])

  function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = findVoucher.body.safeParse({ reference })
    setInvalid(parsed.success ? null : (parsed.error.issues[0]?.message ?? ''))
    if (!parsed.success) input.current?.focus()
    else void run()
  }
  const onType = (text: string) => {
    setReference(text)
    setInvalid(null)
  }
  const message = invalid ?? error?.message ?? null
  return { busy, found: result, submit, field: { input, reference, onType, error: message } }
}

interface ReferenceFieldProps {
  input: RefObject<HTMLInputElement | null>
  reference: string
  onType: (text: string) => void
  error: string | null
}

/** Takes only the codes from a pasted SMS; the rest, such as the M-Pesa balance, is private. */
function pasteCode(event: ClipboardEvent, onType: (text: string) => void) {
  const codes = findMpesaCodes(event.clipboardData.getData('text'))
  if (codes.length === 0) return
  event.preventDefault()
  onType(codes.join(' '))
}

export const ReferenceField = ({ input, reference, onType, error }: ReferenceFieldProps) => (
  <TextField
    ref={input}
    label="Payment reference"
    hint="Paste M‑Pesa’s whole SMS, or type the M‑Pesa code it begins with, such as UKK9R7C3WD."
    error={error}
    announce
    className="tabular"
    value={reference}
    onChange={({ target }) => onType(target.value)}
    onPaste={(event) => pasteCode(event, onType)}
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
  />
)

/** "Missing wifi code", on the wifi page. `listed`: the codes that it shows in full already. */
export function FindCode({ listed }: { listed: string[] }) {
  const { busy, found, submit, field } = useFindCode()
  return (
    <section className="plate padded" aria-labelledby="find-code">
      <h2 id="find-code">Paid, but no code?</h2>
      <form className="stack space-above" onSubmit={submit} noValidate>
        <ReferenceField {...field} />
        <Button type="submit" variant="secondary block" busy={busy} busyLabel="Looking...">
          Find my code
        </Button>
        <div role="status" className="found-code">
          {found && <FoundCode found={found} listed={listed} />}
        </div>
      </form>
    </section>
  )
}

/** The result of the search: a code, or why there is none yet. */
function FoundCode({
  found: { status, message, voucher },
  listed,
}: {
  found: Received<typeof findVoucher>
  listed: string[]
}) {
  if (!voucher)
    return <Note kind={status === 'at_desk' ? 'warning' : 'information'}>{message}</Note>
  const { state, code, name, expires_at } = voucher
  const endedText = endedVoucherTexts[state]
  if (listed.includes(code)) {
    return (
      <Note kind="done">
        You have that code already: <b className="tabular">{formatVoucherCode(code)}</b>. It’s under
        your active bundles on this page.
      </Note>
    )
  }
  const isCertain = status === 'found'
  return (
    <div className="stack-small">
      {!isCertain && <Note kind="information">{message}</Note>}
      {(isCertain || endedText) && (
        <Note kind={endedText ? 'warning' : 'done'}>{endedText ?? message}</Note>
      )}
      <VoucherCode code={code} bundle={name} label={name} />
      <p className="small muted tabular">
        {voucherEndLabels[state]} {formatDateTime(new Date(expires_at))}
      </p>
    </div>
  )
}
