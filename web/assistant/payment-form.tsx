import { ArrowLeft, Smartphone } from 'lucide-react'
import type { Dispatch, FormEvent } from 'react'
import { Link } from 'react-router'
import { pushAmount } from '#contract/payments.ts'
import { groupByFour, normaliseAccountNumber } from '#rules/account-number.ts'
import { ksh } from '#rules/money.ts'
import { MAX_PUSH_AMOUNT } from '#rules/payment.ts'
import { formatPhone } from '#rules/phone.ts'
import { byWhen } from '#rules/promise.ts'
import { formatBundlePrice } from '#rules/wifi.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { RequestSummary } from './payment-status.tsx'
import type { AssistantState, OwnRentErrors, PaymentField, Prompt } from './state.ts'
import type { AssistantAction } from './transitions.ts'
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
  const amount = field === 'amount' ? (pushAmount.safeParse(text).data ?? null) : null
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
  /** Further actions for a tenant. A sponsor can only pay for the account of the link. */
  tenant?: { onSomeoneElse: () => void; onLeave: () => void }
}

/** Rent or a deposit on one form: the amount and the phone, for one's own account or that of a pay link. */
export function OwnRentForm({ account, errors, state, facts, tenant, ...on }: OwnRentProps) {
  const { onType, onAction } = on
  const isDeposit = state.stage.at === 'own_rent' && state.stage.purpose === 'deposit'
  const amountText =
    state.draft.amount ?? (isDeposit ? suggestedDeposit(facts) : suggestedAmount(facts))
  const phoneText = state.draft.phone ?? suggestedPhone(facts)
  const amount = pushAmount.safeParse(amountText).data
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
        hint={isDeposit ? depositHint(facts) : amountHint(facts)}
        error={errors?.amount}
        announce
        className="tabular"
        value={amountText}
        onChange={({ target }) => onType({ type: 'typed', field: 'amount', text: target.value })}
      />
      {!isDeposit && (
        <AmountChoices
          facts={facts}
          chosen={amount}
          onChoose={(text) => onType({ type: 'typed', field: 'amount', text })}
        />
      )}
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
      {tenant && (
        <div className="own-account">
          <p>
            <span className="small muted">Your account</span>{' '}
            <b className="money">{groupByFour(account)}</b>
          </p>
          {!isDeposit && (
            <Button variant="secondary compact" onClick={tenant.onSomeoneElse}>
              Pay for someone else
            </Button>
          )}
        </div>
      )}
      <FormActions
        price={amount === undefined ? 'with M-Pesa' : ksh(amount)}
        online={facts.online}
        onBack={tenant ? () => onAction({ type: 'went_back' }) : null}
      />
      {tenant && (
        <Link className="small ask-sponsor" to="/pay-links" onClick={tenant.onLeave}>
          Ask a parent or sponsor to pay by link
        </Link>
      )}
    </form>
  )
}

interface ChoicesProps {
  facts: Facts
  chosen: number | undefined
  onChoose: (amount: string) => void
}

/** A choice between a plan's next payment and everything due now, shown when the latter is more. */
function AmountChoices({ facts, chosen, onChoose }: ChoicesProps) {
  const part = plannedPart(facts)
  const all = Math.min(facts.balance ?? 0, MAX_PUSH_AMOUNT)
  if (!part || all <= part.amount) return null
  const choices = [
    { amount: part.amount, what: part.choice },
    { amount: all, what: 'All that is due' },
  ]
  return (
    <fieldset className="amount-choices">
      <legend className="visually-hidden">Which amount</legend>
      {choices.map(({ amount, what }) => (
        <Button
          key={what}
          variant="secondary compact"
          aria-pressed={amount === chosen}
          onClick={() => onChoose(String(amount))}
        >
          <span>
            {what}: <span className="money">{ksh(amount)}</span>
          </span>
        </Button>
      ))}
    </fieldset>
  )
}

interface FormActionsProps {
  /** The price that the form pays; null when it leads to another question. */
  price: string | null
  online: boolean
  /** Null when there is nothing to go back to. */
  onBack: (() => void) | null
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
    {onBack && (
      <Button variant="secondary" icon={ArrowLeft} onClick={onBack}>
        Back
      </Button>
    )}
  </div>
)

const isOwnAccount = (number: string, { account }: Facts) =>
  account.data !== undefined && normaliseAccountNumber(number) === account.data

const PHONE_HINT = 'M‑Pesa will ask for the PIN on this phone.'

const suggestedPhone = ({ phone }: Facts) => (phone ? formatPhone(phone) : '')

/** The plan's next payment: its late amount or, if nothing is late, its next part. */
function plannedPart({ agreed }: Facts): { amount: number; choice: string; hint: string } | null {
  if (agreed?.kind !== 'plan') return null
  const { missing, amount } = agreed
  return missing > 0
    ? {
        ...{ amount: missing, choice: 'What is late of the plan' },
        hint: `${ksh(missing)} of the plan should have been paid by now.`,
      }
    : {
        ...{ amount, choice: `The part to pay ${byWhen(agreed)}` },
        hint: `${ksh(amount)} is the next part of the plan, to be paid ${byWhen(agreed)}.`,
      }
}

/** A plan's next payment; without a plan the balance due or, if nothing is due, what next month's rent still needs. */
function suggestedAmount(facts: Facts): string {
  const { balance, rate } = facts
  const part = plannedPart(facts)
  if (part) return String(Math.min(part.amount, MAX_PUSH_AMOUNT))
  if (balance === null) return ''
  const amount = balance > 0 ? balance : Math.max(0, (rate ?? 0) + balance)
  return amount > 0 ? String(Math.min(amount, MAX_PUSH_AMOUNT)) : ''
}

const suggestedDeposit = ({ depositToPay }: Facts): string =>
  depositToPay > 0 ? String(Math.min(depositToPay, MAX_PUSH_AMOUNT)) : ''

const depositHint = ({ depositToPay }: Facts): string =>
  depositToPay > 0
    ? `${ksh(depositToPay)} of your deposit is still to be paid.`
    : 'Your deposit is paid.'

function amountHint(facts: Facts): string {
  const { balance, due } = facts
  const part = plannedPart(facts)
  if (part && (balance === null || balance <= part.amount)) return part.hint
  if (balance === null) return 'In whole shillings.'
  if (balance > MAX_PUSH_AMOUNT) {
    return `${ksh(balance)} is due. M‑Pesa takes at most ${ksh(MAX_PUSH_AMOUNT)} at a time.`
  }
  const now = balance > 0 ? `${ksh(balance)} is due.` : 'Nothing is due at the moment.'
  return due === null ? now : `${now} ${due}`
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
