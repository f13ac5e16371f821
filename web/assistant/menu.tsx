import { Banknote, DoorOpen, LayoutGrid, LogIn, Pencil, RotateCw } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { ksh } from '#rules/money.ts'
import { rememberPage } from '../layout/return-page.ts'
import { CallSupport } from './call-support.tsx'
import type { Option } from './message.ts'
import type { Flow } from './stage.ts'
import type { Facts } from './use-facts.ts'
import { comeBackToRent } from './use-opening.ts'

interface Props {
  options: Option[]
  flow: Flow
  facts: Facts
  onChoose: (option: Option) => void
}

/** Only what is there can be chosen. */
export function MainMenu({ options, flow, facts, onChoose }: Props) {
  const name = facts.user ? `, ${facts.user.first_name}` : ''
  return (
    <div className="opts">
      <p className="msg">
        {flow.stage.at === 'main' ? `Habari${name}. What do you need?` : 'Anything else?'}
      </p>
      {options.includes('rent') && (
        <button type="button" className="o" onClick={() => onChoose('rent')}>
          <Banknote className="ic" aria-hidden="true" />
          Rent payment
          <span className="end">{dueLine(facts.balance)}</span>
        </button>
      )}
      {options.includes('onboard') && facts.company && (
        <Link to={`/auth/onboard/${facts.company.slug}`} className="o">
          <DoorOpen className="ic" aria-hidden="true" />
          Student onboard
        </Link>
      )}
      <CallSupport company={facts.company}>Rather talk to a person? Call</CallSupport>
    </div>
  )
}

function dueLine(balance: number | null): string {
  if (balance === null) return ''
  if (balance > 0) return `${ksh(balance)} due`
  return balance < 0 ? `${ksh(-balance)} credit` : 'nothing due'
}

const asides = {
  check_again: { label: 'Check again', Icon: RotateCw },
  change: { label: 'Change it', Icon: Pencil },
  main: { label: 'Main menu', Icon: LayoutGrid },
}
const isAside = (option: Option): option is keyof typeof asides => option in asides

/** What can be done next: the way on first, the ways aside below it. */
export function NextMenu({ options, flow: { stage }, onChoose }: Props) {
  const location = useLocation()
  const request =
    stage.at === 'failed' ? stage.push.request : stage.at === 'refused' ? stage.request : null
  const rest = options.filter(isAside)
  return (
    <div className="opts">
      {options.includes('sign_in') && (
        <Link
          to="/auth/login"
          className="btn w-full"
          onClick={() => {
            rememberPage(location)
            comeBackToRent()
          }}
        >
          <LogIn className="ic" aria-hidden="true" />
          Sign in
        </Link>
      )}
      {options.includes('try_again') && request && (
        <button type="button" className="btn mpesa w-full" onClick={() => onChoose('try_again')}>
          <RotateCw className="ic" aria-hidden="true" />
          Try again, {ksh(request.amount)}
        </button>
      )}
      <div className={rest.length > 1 ? 'duo' : 'opts'}>
        {rest.map((option) => {
          const { label, Icon } = asides[option]
          return (
            <button key={option} type="button" className="o" onClick={() => onChoose(option)}>
              <Icon className="ic" aria-hidden="true" />
              {label}
            </button>
          )
        })}
      </div>
    </div>
  )
}
