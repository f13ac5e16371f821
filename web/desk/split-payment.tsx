import { useQuery } from '@tanstack/react-query'
import { Plus, Users, X } from 'lucide-react'
import { useState } from 'react'
import { type DeskDetail, listAccounts } from '#contract/desk.ts'
import { type DeskAccount, FEWEST_PARTS, MOST_PARTS, splitProblem } from '#rules/desk.ts'
import { ksh, parseMpesaAmount, readShillings } from '#rules/money.ts'
import { searchHint, searchTenants } from '#rules/tenant-search.ts'
import { query } from '../api.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Note } from '../ui/note.tsx'
import { tenantRecipient } from './account-search.tsx'
import { ActDialog } from './act-dialog.tsx'
import { withoutLineBreaks } from './texts.ts'
import type { DeskActions } from './use-desk-action.ts'

interface Props {
  item: DeskDetail
  actions: DeskActions
}

interface Part {
  key: number
  account: DeskAccount | null
  typed: string
  amount: string
  /** Whether the amount field shows the rest, which it does until somebody types in it. */
  isRest: boolean
}

const emptyPart = (key: number): Part => ({
  key,
  account: null,
  typed: '',
  amount: '',
  isRest: key > 0,
})

/** Shares the money among several accounts. */
export function SplitPayment({ item, actions }: Props) {
  const [open, setOpen] = useState(false)
  if (open) return <SplitForm item={item} actions={actions} onCancel={() => setOpen(false)} />
  return (
    <p>
      <Button
        variant="quiet compact"
        className="aligned"
        icon={Users}
        data-share
        onClick={() => setOpen(true)}
      >
        Share among several accounts
      </Button>
    </p>
  )
}

function SplitForm({ item, actions, onCancel }: Props & { onCancel: () => void }) {
  const whole = parseMpesaAmount(item.amount).exact ?? 0
  const [parts, setParts] = useState(() => [emptyPart(0), emptyPart(1)])
  const [problem, setProblem] = useState<string | null>(null)
  const accounts = useQuery(query(listAccounts, {}))
  const change = (key: number, changed: Partial<Part>) => {
    setProblem(null)
    setParts((all) => all.map((part) => (part.key === key ? { ...part, ...changed } : part)))
  }
  const { rest, filled } = shareOut(whole, parts)
  const { shown } = actions
  const isStarted = parts.some(({ amount }) => amount !== '')
  const amountIn = (index: number): string => {
    const { amount = '', isRest = false } = parts[index] ?? {}
    const part = filled[index]?.amount ?? 0
    return amount === '' && isRest && isStarted && part > 0 ? String(part) : amount
  }

  function show() {
    const found = problemOf(whole, parts, filled)
    setProblem(found)
    if (!found) {
      const body = filled.flatMap(({ account, amount }) =>
        account ? [{ account_number: account.account_number, amount }] : [],
      )
      actions.look({ act: 'split', parts: body })
    }
  }
  return (
    <form
      className="suggestion stack"
      noValidate
      aria-label="Share among several accounts"
      onSubmit={(event) => {
        event.preventDefault()
        show()
      }}
    >
      <ol className="stack">
        {parts.map((part, index) => (
          <li key={part.key}>
            <PartFields
              number={index + 1}
              part={part}
              amount={amountIn(index)}
              accounts={accounts.data ?? []}
              isFirst={index === 0}
              onChange={(changed) => change(part.key, changed)}
              onRemove={
                parts.length > FEWEST_PARTS
                  ? () => setParts(parts.filter(({ key }) => key !== part.key))
                  : null
              }
            />
          </li>
        ))}
      </ol>
      {accounts.error && (
        <LoadError
          message={errorMessage(accounts.error, 'An error occurred while fetching tenants.')}
          onRetry={() => accounts.refetch()}
        />
      )}
      <p className="small muted tabular" aria-live="polite">
        {withoutLineBreaks(restText(whole, rest))}
      </p>
      {problem && <Note kind="error">{withoutLineBreaks(problem)}</Note>}
      <div className="row wrap">
        <SubmitButton>Show what changes</SubmitButton>
        {parts.length < MOST_PARTS && (
          <Button
            variant="secondary"
            icon={Plus}
            onClick={() =>
              setParts([...parts, emptyPart(Math.max(...parts.map(({ key }) => key)) + 1)])
            }
          >
            Another account
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      {shown?.act.act === 'split' && (
        <ActDialog
          title={withoutLineBreaks(`Share ${ksh(whole)} among ${shown.act.parts.length} accounts?`)}
          confirmLabel={withoutLineBreaks(`Credit ${ksh(whole)}`)}
          shown={shown}
          actions={actions}
        />
      )}
    </form>
  )
}

type Filled = ReturnType<typeof shareOut>['filled'][number]

/** The amount of each part. If exactly one part is left empty, it gets the rest. */
function shareOut(whole: number, parts: Part[]) {
  const typed = parts.map(({ amount }) => readShillings(amount) ?? 0)
  const rest = whole - typed.reduce((sum, amount) => sum + amount, 0)
  const empty = parts.filter(({ amount }) => amount.trim() === '')
  const takesRest = empty.length === 1 && rest > 0 ? empty[0] : undefined
  const filled = parts.map((part, index) => ({
    account: part.account,
    amount: part === takesRest ? rest : (typed[index] ?? 0),
  }))
  return { rest: takesRest ? 0 : rest, filled }
}

function problemOf(whole: number, parts: Part[], filled: Filled[]): string | null {
  if (parts.some(({ account }) => account === null)) return 'Please choose who each part is for.'
  const isWhole = ({ amount }: Part) => amount.trim() === '' || (readShillings(amount) ?? 0) >= 1
  if (!parts.every(isWhole)) return 'Please enter whole shillings.'
  return splitProblem(
    whole,
    filled.map(({ account, amount }) => ({
      account_number: account?.account_number ?? '',
      amount,
    })),
  )
}

function restText(whole: number, rest: number): string {
  if (rest === 0) return `All of ${ksh(whole)} is shared.`
  return rest > 0
    ? `${ksh(rest)} of ${ksh(whole)} is left to share.`
    : `${ksh(-rest)} more than the ${ksh(whole)} received.`
}

interface PartFieldsProps {
  number: number
  part: Part
  /** The amount as it is shown in the field. */
  amount: string
  accounts: DeskAccount[]
  isFirst: boolean
  onChange: (changed: Partial<Part>) => void
  onRemove: (() => void) | null
}

function PartFields({
  number,
  part,
  amount,
  accounts,
  isFirst,
  onChange,
  onRemove,
}: PartFieldsProps) {
  const found = searchTenants(part.typed, accounts, ({ room_number }) => room_number)
  return (
    <fieldset className="part-fields">
      <legend className="visually-hidden">Part {number}</legend>
      <Combobox
        label={`Account ${number}`}
        hint="A name or a room."
        autoFocus={isFirst}
        chosen={part.account && tenantRecipient(part.account).name}
        typed={part.typed}
        options={found.shown.map((account) => ({
          key: account.account_number,
          name: account.full_name,
          detail: formatBalance(account.due, 'owes'),
          aside: tenantRecipient(account).where,
          account,
        }))}
        message={searchHint(part.typed, found)}
        onType={(typed) => onChange({ typed, account: null })}
        onChoose={({ account }) => onChange({ account, typed: '' })}
      />
      <TextField
        label={`Amount ${number}, Ksh`}
        inputMode="numeric"
        autoComplete="off"
        className="tabular"
        value={amount}
        onChange={({ target }) => onChange({ amount: target.value, isRest: false })}
      />
      {onRemove && (
        <Button variant="quiet compact" icon={X} onClick={onRemove}>
          Remove part {number}
        </Button>
      )}
    </fieldset>
  )
}
