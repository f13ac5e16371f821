import { LayoutGrid, Pencil, ReceiptText, RotateCw, Ticket } from 'lucide-react'
import { ksh } from '#rules/money.ts'
import { formatBundlePrice } from '#rules/wifi.ts'
import { type MenuOption, requestOf, type Stage } from '../state.ts'
import { SignInLink } from './sign-in-link.tsx'

interface Props {
  options: MenuOption[]
  stage: Stage
  onChoose: (option: MenuOption) => void
}

const asides = {
  check_again: { label: 'Check again', Icon: RotateCw },
  change: { label: 'Change it', Icon: Pencil },
  history: { label: 'See transaction history', Icon: ReceiptText },
  lost_code: { label: 'Paid, but no code?', Icon: Ticket },
  main: { label: 'Main menu', Icon: LayoutGrid },
}
const isAside = (option: MenuOption): option is keyof typeof asides => option in asides
/** Two of these go side by side. */
const isShort = (option: MenuOption) => option !== 'history' && option !== 'lost_code'

/** What can be done next: the way on first, the ways aside below it. */
export function NextMenu({ options, stage, onChoose }: Props) {
  const wish = requestOf(stage)
  const rest = options.filter(isAside)
  return (
    <div className="options">
      {options.includes('sign_in') && stage.at === 'sign_in' && <SignInLink flow={stage.flow} />}
      {options.includes('try_again') && wish && (
        <button type="button" className="button mpesa w-full" onClick={() => onChoose('try_again')}>
          <RotateCw className="icon" aria-hidden="true" />
          Try again, {wish.bundleName ? formatBundlePrice(wish.amount) : ksh(wish.amount)}
        </button>
      )}
      <div className={rest.length > 1 && rest.every(isShort) ? 'duo' : 'options'}>
        {rest.map((option) => {
          const { label, Icon } = asides[option]
          return (
            <button key={option} type="button" className="o" onClick={() => onChoose(option)}>
              <Icon className="icon" aria-hidden="true" />
              {label}
            </button>
          )
        })}
      </div>
    </div>
  )
}
