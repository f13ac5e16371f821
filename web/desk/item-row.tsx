import {
  CircleHelp,
  Clock,
  Copy,
  CopyX,
  FileWarning,
  type LucideIcon,
  Percent,
  Scale,
  SearchX,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DeskItem } from '#contract/desk.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { deskPath, type Shown } from './paths.ts'
import { moneyOf, outcomeWords, reasonTag, sourceWords, unbroken } from './words.ts'

const icons: Record<DeskItem['reason'], LucideIcon> = {
  unmatched: SearchX,
  differing_amount: Scale,
  second_receipt: Copy,
  counted_twice: CopyX,
  possible_twin: Users,
  unknown_code: CircleHelp,
  silent: Clock,
  fraction: Percent,
  unreadable: FileWarning,
}

interface Props {
  item: DeskItem
  shown: Shown
  current: boolean
  keepScroll: boolean
}

/** One line of the desk; pressing it opens the item. */
export const ItemRow = (props: Props) => (
  <li className="pay">
    {props.item.closed ? (
      <ClosedLines {...props} closed={props.item.closed} />
    ) : (
      <OpenLines {...props} />
    )}
  </li>
)

/** The whole line is the link's. */
const Opener = ({
  item,
  shown,
  current,
  keepScroll,
  children,
}: Props & { children: ReactNode }) => (
  <Link
    className="whole tabular"
    to={deskPath(shown, item.id)}
    aria-current={current ? 'true' : undefined}
    preventScrollReset={keepScroll}
  >
    {children}
  </Link>
)

function OpenLines(props: Props) {
  const { item } = props
  const { said, typed } = sourceWords(item)
  const Icon = icons[item.reason]
  return (
    <>
      <Opener {...props}>{item.receipt ?? 'No receipt'}</Opener>
      <span className="amount">{moneyOf(item)}</span>
      <span className="small all">
        {said} {typed && <mark className="tabular">{typed}</mark>}
      </span>
      <span className="small all row between wrap">
        <time className="muted tabular">
          {dateAndTime(new Date(item.paid_at ?? item.created_at))}
        </time>
        <span className="tag warn">
          <Icon className="icon" aria-hidden="true" />
          {reasonTag[item.reason]}
        </span>
      </span>
    </>
  )
}

function ClosedLines(props: Props & { closed: NonNullable<DeskItem['closed']> }) {
  const { item, closed } = props
  const receipt = closed.payment?.receipt_number
  return (
    <>
      <Opener {...props}>{unbroken(outcomeWords(item))}</Opener>
      {receipt && (
        <Link className="small tabular beside" to={`/receipts/${receipt}`} prefetch="intent">
          <span className="visually-hidden">Receipt </span>
          {receipt}
        </Link>
      )}
      {item.receipt && <span className="small all tabular">{item.receipt}</span>}
      {closed.note && <q className="small all">{closed.note}</q>}
      <span className="small all muted">
        {closed.by ?? 'By itself'}
        {', '}
        <time className="tabular nowrap">{dateAndTime(new Date(closed.at))}</time>
      </span>
    </>
  )
}
