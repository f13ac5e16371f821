import { ArrowLeft, CircleAlert, Smartphone } from 'lucide-react'
import { type Dispatch, type FormEvent, useId } from 'react'
import { ksh } from '#rules/money.ts'
import { formatBundlePrice } from '#rules/wifi.ts'
import type { AssistantState, PaymentField, Prompt } from '../state.ts'
import { type AssistantEvent, parseAmount } from '../transitions.ts'
import type { Facts } from '../use-facts.ts'
import { RequestLine } from './request-line.tsx'
import { isOwn, suggested } from './suggested.ts'

interface Props {
  turn: Prompt & { type: 'input' }
  flow: AssistantState
  facts: Facts
  /** Keystrokes. */
  onType: Dispatch<AssistantEvent>
  /** Everything that leads to another step. */
  onAct: Dispatch<AssistantEvent>
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

function hintFor(field: PaymentField, draft: AssistantState['draft'], facts: Facts): string {
  if (field === 'phone') return 'M-Pesa asks this phone for the PIN.'
  if (field === 'account')
    return facts.account
      ? isOwn(draft, facts)
        ? 'This one is yours. To pay for someone else, type their number.'
        : 'Somebody else\u2019s number: check it with them, it names nobody here.'
      : 'Eight letters and figures. Tenants find theirs on their home page.'
  if (!isOwn(draft, facts) || facts.balance === null) return 'In whole shillings.'
  return facts.balance > 0 ? `${ksh(facts.balance)} is due.` : 'Nothing is due at the moment.'
}

/** One question before a push: the field, and the way on and back. */
export function Ask({ turn: { field, error }, flow, facts, onType, onAct }: Props) {
  const id = useId()
  const { question, label, input } = fields[field]
  const text = flow.draft[field] ?? suggested(field, flow.draft, facts)
  const { stage } = flow
  const bundle = stage.at === 'phone' ? stage.bundle : null
  const amount = field === 'amount' ? (parseAmount(text).data ?? null) : null
  const price = bundle
    ? formatBundlePrice(bundle.price)
    : amount === null
      ? 'with M-Pesa'
      : ksh(amount)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAct({ type: 'answered', text })
  }
  return (
    <form className="ask" onSubmit={submit} noValidate>
      {bundle && (
        <p className="message me">
          {bundle.name}, <span className="money">{formatBundlePrice(bundle.price)}</span>
        </p>
      )}
      <p className="message">{question}</p>
      <div className="field">
        <label className="label" htmlFor={id}>
          {label} {field === 'amount' && <span className="optional">in Ksh</span>}
        </label>
        <input
          {...input}
          id={id}
          className="input tabular"
          value={text}
          onChange={(event) => onType({ type: 'typed', field, text: event.target.value })}
          aria-invalid={error !== null}
          aria-describedby={`${id}-about`}
        />
        {/* Focus stays in the field: what is wrong is said by itself. */}
        <p
          key={error ?? 'hint'}
          id={`${id}-about`}
          className={error ? 'field-error' : 'hint'}
          role={error ? 'alert' : undefined}
        >
          {error && <CircleAlert className="icon" aria-hidden="true" />}
          <span>{error ?? hintFor(field, flow.draft, facts)}</span>
        </p>
      </div>
      {stage.at === 'amount' && (
        // Keeps its place while nothing valid is typed, so that the button stays where it is.
        <p className={amount === null ? 'small invisible' : 'small'}>
          <RequestLine request={{ ...stage, amount: amount ?? 0, bundleName: null }} />
        </p>
      )}
      <div className="ways">
        <button
          type="button"
          className="button secondary"
          onClick={() => onAct({ type: 'went_back' })}
        >
          <ArrowLeft className="icon" aria-hidden="true" />
          Back
        </button>
        {field === 'amount' || bundle ? (
          <button type="submit" className="button mpesa">
            <Smartphone className="icon" aria-hidden="true" />
            <span>
              Pay <span className="money">{price}</span>
            </span>
          </button>
        ) : (
          <button type="submit" className="button">
            Next
          </button>
        )}
      </div>
    </form>
  )
}
