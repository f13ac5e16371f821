import { ArrowLeft, Smartphone } from 'lucide-react'
import type { Dispatch, FormEvent } from 'react'
import { groupByFour, normaliseAccountNumber } from '#rules/account-number.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { formatBundlePrice } from '#rules/wifi.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { RequestSummary } from './payment-status.tsx'
import type { AssistantState, PaymentField, Prompt } from './state.ts'
import { type AssistantEvent, parseAmount } from './transitions.ts'
import type { Facts } from './use-facts.ts'

interface Props {
  prompt: Prompt & { type: 'input' }
  state: AssistantState
  facts: Facts
  /** Called at every keystroke. */
  onType: Dispatch<AssistantEvent>
  /** Called for every event that leads to another stage. */
  onEvent: Dispatch<AssistantEvent>
}

const fields = {
  account: {
    question: 'Whose rent is it? Each account has its own number.',
    label: 'Account number',
    input: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  },
  phone: {
    question: 'Which phone pays?',
    label: 'M-Pesa phone number',
    input: { type: 'tel', autoComplete: 'tel' },
  },
  amount: {
    question: 'How much?',
    label: 'Amount',
    input: { inputMode: 'numeric', autoComplete: 'off' },
  },
} as const

/** One question before a push: a field with buttons to continue and to go back. */
export function PaymentForm({ prompt: { field, error }, state, facts, onType, onEvent }: Props) {
  const { question, label, input } = fields[field]
  const { stage, draft } = state
  const text = draft[field] ?? suggestionFor(field, draft, facts)
  const bundle = stage.at === 'phone' ? stage.bundle : null
  const amount = field === 'amount' ? (parseAmount(text).data ?? null) : null
  const price = bundle
    ? formatBundlePrice(bundle.price)
    : amount === null
      ? 'with M-Pesa'
      : ksh(amount)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEvent({ type: 'answered', text })
  }
  return (
    <form className="prompt-form" onSubmit={submit} noValidate>
      {bundle && (
        <p className="assistant-message own">
          {bundle.name}, <span className="money">{formatBundlePrice(bundle.price)}</span>
        </p>
      )}
      <p className="assistant-message">{question}</p>
      <TextField
        {...input}
        label={
          <>
            {label} {field === 'amount' && <span className="optional">in Ksh</span>}
          </>
        }
        hint={hintFor(field, draft, facts)}
        error={error}
        announce
        className="tabular"
        value={text}
        onChange={(event) => onType({ type: 'typed', field, text: event.target.value })}
      />
      {stage.at === 'amount' && (
        // Its space is reserved while the amount is not valid, so that the button does not move.
        <p className={amount === null ? 'small blank' : 'small'}>
          <RequestSummary request={{ ...stage, amount: amount ?? 0, bundleName: null }} />
        </p>
      )}
      <div className="form-actions">
        <Button variant="secondary" icon={ArrowLeft} onClick={() => onEvent({ type: 'went_back' })}>
          Back
        </Button>
        {field === 'amount' || bundle ? (
          <Button type="submit" variant="mpesa" icon={Smartphone}>
            <span>
              Pay <span className="money">{price}</span>
            </span>
          </Button>
        ) : (
          <Button type="submit">Next</Button>
        )}
      </div>
    </form>
  )
}

const isOwnAccount = (draft: AssistantState['draft'], { account }: Facts) =>
  normaliseAccountNumber(draft.account ?? '') === account

/** The initial value of a field: the user's account, phone, or balance due. */
function suggestionFor(field: PaymentField, draft: AssistantState['draft'], facts: Facts): string {
  if (field === 'account') return facts.account ? groupByFour(facts.account) : ''
  if (field === 'phone') return facts.user?.phone ? formatPhone(facts.user.phone) : ''
  const due = isOwnAccount(draft, facts) ? facts.balance : null
  return due !== null && due > 0 ? String(due) : ''
}

function hintFor(field: PaymentField, draft: AssistantState['draft'], facts: Facts): string {
  if (field === 'phone') return 'M-Pesa asks this phone for the PIN.'
  if (field === 'account')
    return facts.account
      ? isOwnAccount(draft, facts)
        ? 'This one is yours. To pay for someone else, type their number.'
        : 'Paying for someone else? Check the number with them; we can\u2019t show their name.'
      : 'Eight letters and figures. Tenants find theirs on their home page.'
  if (!isOwnAccount(draft, facts) || facts.balance === null) return 'In whole shillings.'
  return facts.balance > 0 ? `${ksh(facts.balance)} is due.` : 'Nothing is due at the moment.'
}
