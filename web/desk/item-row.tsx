import {
  BadgeCheck,
  Building2,
  ChevronRight,
  CircleHelp,
  Clock,
  Copy,
  CopyX,
  FileQuestion,
  FileWarning,
  type LucideIcon,
  Percent,
  RotateCcw,
  Scale,
  SearchX,
  Undo2,
  Users,
  UserX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DeskItem } from '#contract/desk.ts'
import { formatDateTime } from '#rules/calendar.ts'
import {
  amountOf,
  type DeskState,
  deskPath,
  outcomeText,
  reasonTags,
  sourceOf,
  withoutLineBreaks,
} from './texts.ts'

const icons: Record<DeskItem['reason'], LucideIcon> = {
  unmatched: SearchX,
  other_paybill: Building2,
  differing_amount: Scale,
  second_receipt: Copy,
  counted_twice: CopyX,
  possible_twin: Users,
  unknown_code: CircleHelp,
  silent: Clock,
  fraction: Percent,
  unreadable: FileWarning,
  taken_back_by_mpesa: Undo2,
  only_in_upload: FileQuestion,
  wrong_account: UserX,
  confirmed_code: BadgeCheck,
  dismissed_before: RotateCcw,
}

interface Props {
  item: DeskItem
  state: DeskState
  current: boolean
  keepScroll: boolean
}

/** One item of the list, which opens when pressed. */
export const ItemRow = (props: Props) => (
  <li className="desk-row">
    {props.item.closed ? (
      <ClosedRow {...props} closed={props.item.closed} />
    ) : (
      <OpenRow {...props} />
    )}
  </li>
)

/** The link covers the whole row. */
const ItemLink = ({
  item,
  state,
  current,
  keepScroll,
  children,
}: Props & { children: ReactNode }) => (
  <Link
    className="row-link tabular"
    to={deskPath(state, item.id)}
    aria-current={current ? 'true' : undefined}
    preventScrollReset={keepScroll}
  >
    {children}
  </Link>
)

function OpenRow(props: Props) {
  const { item } = props
  const { text, typed } = sourceOf(item)
  const Icon = icons[item.reason]
  return (
    <>
      <ItemLink {...props}>{item.receipt ?? 'No M‑Pesa code'}</ItemLink>
      <span className="amount">
        {amountOf(item)}
        <ChevronRight className="icon" aria-hidden="true" />
      </span>
      <span className="small full-width">
        {text} {typed && <mark className="tabular">{typed}</mark>}
      </span>
      <span className="small full-width row between wrap">
        <time className="muted tabular">
          {formatDateTime(new Date(item.paid_at ?? item.created_at))}
        </time>
        <span className="tag warning">
          <Icon className="icon" aria-hidden="true" />
          {reasonTags[item.reason]}
        </span>
      </span>
    </>
  )
}

function ClosedRow(props: Props & { closed: NonNullable<DeskItem['closed']> }) {
  const { item, closed } = props
  const receipt = closed.payment?.receipt_number
  return (
    <>
      <ItemLink {...props}>{withoutLineBreaks(outcomeText(item))}</ItemLink>
      {receipt && closed.parts.length === 0 && (
        <Link className="small tabular row-receipt" to={`/receipts/${receipt}`} prefetch="intent">
          <span className="visually-hidden">Receipt </span>
          {receipt}
        </Link>
      )}
      {item.receipt && <span className="small full-width tabular">{item.receipt}</span>}
      {closed.note && <q className="small full-width">{closed.note}</q>}
      <span className="small full-width muted">
        {closed.by ?? 'Automatically'}
        {', '}
        <time className="tabular nowrap">{formatDateTime(new Date(closed.at))}</time>
      </span>
    </>
  )
}
