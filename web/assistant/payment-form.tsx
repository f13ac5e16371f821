import { ArrowLeft, Smartphone } from 'lucide-react'
import type { Dispatch, FormEvent } from 'react'
import { groupByFour, normaliseAccountNumber } from '#rules/account-number.ts'
import { ksh } from '#rules/money.ts'
import { MAX_PUSH_AMOUNT } from '#rules/payment.ts'
import { formatPhone } from '#rules/phone.ts'
import { formatBundlePrice } from '#rules/wifi.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { RequestSummary } from './payment-status.tsx'
import type { AssistantState, OwnRentErrors, PaymentField, Prompt } from './state.ts'
import { type AssistantAction, parseAmount } from './transitions.ts'
import type { Facts } from './use-facts.ts'

interface Props {
  prompt: Prompt & { type: 'input' }
  state: AssistantState
  facts: Facts
  /** Called at every keystroke. */
  onType: Dispatch<AssistantAction>
  /** Called for every action that leads to another stage. */
  onAction: Dispatch<AssistantAction>
}

const fields = {
  account: {
    question: 'Whose rent are you paying? Each tenant has their own account number.',
    label: 'Account number',
    input: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  },
  phone: {
    question: 'Which phone are you paying from?',
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
export function PaymentForm({ prompt: { field, error }, state, facts, onType, onAction }: Props) {
  const { question, label, input } = fields[field]
  const { stage, draft } = state
  const text = draft[field] ?? suggestionFor(field, draft, facts)
  const ownAccount = isOwnAccount(field === 'account' ? text : (draft.account ?? ''), facts)
  const bundle = stage.at === 'phone' ? stage.bundle : null
  const amount = field === 'amount' ? (parseAmount(text).data ?? null) : null
  const price = bundle
    ? formatBundlePrice(bundle.price)
    : amount === null
      ? 'with M-Pesa'
      : ksh(amount)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAction({ type: 'answered', text })
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
        hint={hintFor(field, ownAccount, facts)}
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
      <FormActions
        price={field === 'amount' || bundle ? price : null}
        online={facts.online}
        onBack={() => onAction({ type: 'went_back' })}
      />
    </form>
  )
}

interface OwnRentProps extends Pick<Props, 'state' | 'facts' | 'onType' | 'onAction'> {
  account: string
  errors: OwnRentErrors | null
  onSomeoneElse: () => void
}

/** One's own rent on one form: the amount and the phone, for one's own account. */
export function OwnRentForm({ account, errors, state, facts, ...on }: OwnRentProps) {
  const { onType, onAction, onSomeoneElse } = on
  const amountText = state.draft.amount ?? suggestedAmount(facts)
  const phoneText = state.draft.phone ?? suggestedPhone(facts)
  const amount = parseAmount(amountText).data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAction({ type: 'own_rent_answered', account, amount: amountText, phone: phoneText })
  }
  return (
    <form className="prompt-form" onSubmit={submit} noValidate>
      <TextField
        {...fields.amount.input}
        label={
          <>
            Amount <span className="optional">in Ksh</span>
          </>
        }
        hint={amountHint(facts)}
        error={errors?.amount}
        announce
        className="tabular"
        value={amountText}
        onChange={({ target }) => onType({ type: 'typed', field: 'amount', text: target.value })}
      />
      <TextField
        {...fields.phone.input}
        data-faulty={state.stage.at === 'own_rent' && state.stage.faulty === 'phone'}
        label={fields.phone.label}
        hint={PHONE_HINT}
        error={errors?.phone}
        announce
        className="tabular"
        value={phoneText}
        onChange={({ target }) => onType({ type: 'typed', field: 'phone', text: target.value })}
      />
      <div className="own-account">
        <p>
          <span className="small muted">Your account</span>{' '}
          <b className="money">{groupByFour(account)}</b>
        </p>
        <Button variant="secondary compact" onClick={onSomeoneElse}>
          Pay for someone else
        </Button>
      </div>
      <FormActions
        price={amount === undefined ? 'with M-Pesa' : ksh(amount)}
        online={facts.online}
        onBack={() => onAction({ type: 'went_back' })}
      />
    </form>
  )
}

interface FormActionsProps {
  /** What the form pays; null when it leads to another question. */
  price: string | null
  online: boolean
  onBack: () => void
}

const FormActions = ({ price, online, onBack }: FormActionsProps) => (
  <div className="form-actions">
    {price === null ? (
      <Button type="submit">Next</Button>
    ) : (
      <Button type="submit" variant="mpesa" icon={Smartphone} disabled={!online}>
        <span>
          Pay <span className="money">{price}</span>
        </span>
      </Button>
    )}
    <Button variant="secondary" icon={ArrowLeft} onClick={onBack}>
      Back
    </Button>
  </div>
)

const isOwnAccount = (number: string, { account }: Facts) =>
  account.data !== undefined && normaliseAccountNumber(number) === account.data

const PHONE_HINT = 'M‑Pesa will ask for the PIN on this phone.'

const suggestedPhone = ({ user }: Facts) => (user?.phone ? formatPhone(user.phone) : '')

/** The balance due or, when nothing is due, what the next month's rent takes. */
function suggestedAmount({ balance, rate }: Facts): string {
  if (balance === null) return ''
  const amount = balance > 0 ? balance : Math.max(0, (rate ?? 0) + balance)
  return amount > 0 ? String(Math.min(amount, MAX_PUSH_AMOUNT)) : ''
}

function amountHint({ balance, rate }: Facts): string {
  if (balance === null) return 'In whole shillings.'
  if (balance > MAX_PUSH_AMOUNT) {
    return `${ksh(balance)} is due. M‑Pesa takes at most ${ksh(MAX_PUSH_AMOUNT)} at a time.`
  }
  if (balance > 0) return `${ksh(balance)} is due.`
  const nothing = 'Nothing is due at the moment.'
  return rate === null ? nothing : `${nothing} The rent is ${ksh(rate)} a month.`
}

/** The initial value of a field: the user's account, phone, or balance due. */
function suggestionFor(field: PaymentField, draft: AssistantState['draft'], facts: Facts): string {
  if (field === 'account') return facts.account.data ? groupByFour(facts.account.data) : ''
  if (field === 'phone') return suggestedPhone(facts)
  return isOwnAccount(draft.account ?? '', facts) ? suggestedAmount(facts) : ''
}

function hintFor(field: PaymentField, ownAccount: boolean, facts: Facts): string {
  if (field === 'phone') return PHONE_HINT
  if (field === 'amount') return ownAccount ? amountHint(facts) : 'In whole shillings.'
  if (!facts.account.data)
    return 'Eight letters and digits. Tenants find theirs on their home page.'
  return ownAccount
    ? 'This is yours. To pay for someone else, type their number.'
    : 'Paying for someone else? Check the number with them; we can\u2019t show their name.'
}
