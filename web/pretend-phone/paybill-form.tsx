import { type FormEvent, useState } from 'react'
import { invalid_phone } from '#contract/payments.ts'
import { sendToPaybill } from '#contract/pretend-daraja.ts'
import { localPhone, toMsisdn } from '#rules/phone.ts'
import { ApiError } from '../api.ts'
import { Note } from '../ui/note.tsx'
import { callPhone } from './phone-api.ts'
import { TextField } from './text-field.tsx'

type Result =
  | { kind: 'idle' | 'busy' }
  | { kind: 'sent'; receipt: string }
  | { kind: 'failed'; message: string; fields: Record<string, string> }

/** Money sent unasked, as from the M-Pesa menu of a phone. */
export function PaybillForm({
  msisdn,
  paybill,
}: {
  msisdn: string | null
  paybill: string | null
}) {
  const [result, setResult] = useState<Result>({ kind: 'idle' })
  const fields = result.kind === 'failed' ? result.fields : {}

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (result.kind === 'busy') return
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '')
    const from = toMsisdn(text('from'))
    if (!from) {
      setResult({ kind: 'failed', message: '', fields: { from: invalid_phone } })
      return
    }
    setResult({ kind: 'busy' })
    try {
      const body = { account_number: text('account_number'), amount: text('amount') }
      const { receipt } = await callPhone(sendToPaybill, { params: { msisdn: from }, body })
      setResult({ kind: 'sent', receipt })
    } catch (error) {
      const failure = error instanceof ApiError ? error : new ApiError(0, null)
      setResult({ kind: 'failed', message: failure.message, fields: failure.fields })
    }
  }

  return (
    <>
      <h2 className="h3">Pay by paybill instead</h2>
      <form className="two" noValidate onSubmit={submit}>
        <TextField
          // A phone chosen beside it is taken over, one typed here is kept until then.
          key={msisdn}
          label="From phone"
          name="from"
          type="tel"
          defaultValue={msisdn ? localPhone(msisdn) : ''}
          error={fields.from}
        />
        <TextField label="Account no." name="account_number" error={fields.account_number} />
        <TextField label="Amount" name="amount" inputMode="numeric" error={fields.amount} />
        <button type="submit" className="btn sec" aria-busy={result.kind === 'busy'}>
          {result.kind === 'busy' ? 'Sending...' : 'Send money'}
        </button>
      </form>
      <div className="mt-s" role="status">
        {result.kind === 'sent' && (
          <Note kind="done">
            <b>Sent{paybill && ` to paybill ${paybill}`}.</b> Receipt{' '}
            <span className="num">{result.receipt}</span>
          </Note>
        )}
      </div>
      {result.kind === 'failed' && Object.keys(fields).length === 0 && (
        <Note kind="error">{result.message}</Note>
      )}
    </>
  )
}
