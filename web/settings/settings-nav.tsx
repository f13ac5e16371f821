import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { getBillingRule } from '#contract/billing.ts'
import { getDepositRule } from '#contract/deposits.ts'
import type { Endpoint, Received } from '#contract/endpoint.ts'
import { getFees } from '#contract/fees.ts'
import { getMpesa } from '#contract/mpesa.ts'
import { getPictures } from '#contract/pictures.ts'
import {
  getBundlePrices,
  getColleges,
  getFrequentQuestions,
  getResidence,
  getServices,
  listStaff,
} from '#contract/settings.ts'
import { listTerms } from '#contract/terms.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../api.ts'
import { useMedia } from '../ui/use-media.ts'

/** The parts of the settings, in the order of the list. */
export const partLabels = {
  residence: 'Details',
  pictures: 'Pictures',
  services: 'Services',
  questions: 'Questions',
  colleges: 'Colleges',
  terms: 'Terms',
  wifi: 'Wifi prices',
  deposit: 'Deposit',
  billing: 'Billing',
  fees: 'Fees',
  mpesa: 'M‑Pesa',
  downloads: 'Downloads',
  staff: 'Staff',
  log: 'Log',
}
export type PartName = keyof typeof partLabels

export const isPart = (name: string): name is PartName => Object.hasOwn(partLabels, name)

const groups: { label: string; parts: PartName[] }[] = [
  {
    label: 'Residence',
    parts: ['residence', 'pictures', 'services', 'questions', 'colleges', 'terms'],
  },
  { label: 'Money', parts: ['wifi', 'deposit', 'billing', 'fees', 'mpesa', 'downloads'] },
  { label: 'People', parts: ['staff', 'log'] },
]

const count = (all: readonly unknown[], one: string, many = `${one}s`) =>
  all.length === 0 ? `No ${many} yet` : `${all.length} ${all.length === 1 ? one : many}`

interface Line {
  get: Endpoint
  say: (stored: unknown) => string
}
const lineOf = <Get extends Endpoint>(get: Get, say: (stored: Received<Get>) => string): Line => ({
  get,
  say: (stored) => say(stored as Received<Get>),
})

/** What each part has, in a line. */
const lines: Record<PartName, Line | string> = {
  residence: lineOf(getResidence, ({ name }) => name),
  pictures: lineOf(getPictures, ({ logo, picture, gallery }) =>
    [
      ...(logo ? ['Logo'] : []),
      ...(picture ? ['Photo'] : []),
      gallery.length > 0 ? `${gallery.length} in the gallery` : 'Gallery with drawings',
    ].join(', '),
  ),
  services: lineOf(getServices, (services) => count(services, 'service')),
  questions: lineOf(getFrequentQuestions, (questions) => count(questions, 'question')),
  colleges: lineOf(getColleges, (colleges) => count(colleges, 'college')),
  terms: lineOf(listTerms, ([inForce]) => (inForce ? `Version ${inForce.version}` : '')),
  wifi: lineOf(getBundlePrices, (bundles) =>
    bundles.length === 0
      ? 'Not on sale'
      : `${count(bundles, 'bundle')}, from ${ksh(Math.min(...bundles.map(({ price }) => price)))}`,
  ),
  deposit: lineOf(getDepositRule, ({ amount, months }) =>
    amount !== null
      ? `${ksh(amount)} for every room`
      : months === null
        ? 'No deposit'
        : months === 1
          ? 'One month of rent'
          : `${months} months of rent`,
  ),
  billing: lineOf(getBillingRule, ({ billed_by }) =>
    billed_by === 'term' ? 'By the term' : 'By the month',
  ),
  fees: lineOf(getFees, (fees) => count(fees, 'fee')),
  mpesa: lineOf(getMpesa, ({ pretend, paybill }) =>
    pretend ? `Pretend, paybill ${paybill}` : `Paybill ${paybill}`,
  ),
  downloads: 'Tables for a spreadsheet',
  staff: lineOf(listStaff, (staff) => count(staff, 'account')),
  log: 'Everything staff have done',
}

/** The line of a part; nothing until what it has is known. */
function StoredLine({ line: { get, say } }: { line: Line }) {
  const { data } = useQuery({ ...query(get, {}), staleTime: 0 })
  return data === undefined ? null : say(data)
}

interface NavProps {
  current: PartName
  /** Whether it is a page of its own on a phone. */
  isPage: boolean
}

/** The links to the parts: on a laptop beside the current one, on a phone a page of their own, with what each part has. */
export function SettingsNav({ current, isPage }: NavProps) {
  const isNarrow = useMedia('(max-width: 899.9px)')
  return (
    <nav className="settings-nav" aria-label="Settings">
      {isPage && <h1 className="settings-narrow">Settings</h1>}
      <p className="settings-title display" aria-hidden="true">
        Settings
      </p>
      {groups.map(({ label, parts }) => (
        <div key={label}>
          <p className="settings-group" id={`settings-${label}`}>
            {label}
          </p>
          <ul aria-labelledby={`settings-${label}`}>
            {parts.map((name) => {
              const line = lines[name]
              return (
                <li key={name}>
                  <Link
                    to={`/staff/settings/${name}`}
                    aria-current={name === current && !(isPage && isNarrow) ? 'page' : undefined}
                  >
                    <span>
                      {partLabels[name]}
                      <span className="settings-line">
                        {isPage &&
                          isNarrow &&
                          (typeof line === 'string' ? line : <StoredLine line={line} />)}
                      </span>
                    </span>
                    <ChevronRight className="icon" aria-hidden="true" />
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}
