import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Phone } from '#contract/simulator.ts'
import { isQuestion, type Menu, type MenuEvent, type MenuQuestion } from './mpesa-menu.ts'
import { MenuConfirm, MenuResult } from './mpesa-result.tsx'
import { ScreenHeader } from './screen-header.tsx'
import { screenLink } from './screens.ts'
import { Keypad, PinField, StkCard } from './stk-card.tsx'

interface Props {
  phone: Phone
  menu: Menu
  onEvent: (event: MenuEvent) => void
}

const titles: Partial<Record<Menu['stage']['at'], string>> = {
  services: 'Pretend M-PESA',
  lipa: 'Lipa na pretend M-PESA',
}

/** The M-Pesa menu, from the list of services to the result of a payment. */
export function MpesaScreen({ phone, menu, onEvent }: Props) {
  const { at } = menu.stage
  const home = screenLink(phone.phone_number)
  const business = menu.typed.business === phone.paybill ? phone.business_name : null
  const stepProps = { menu, business, onEvent }
  return (
    <div className="phone-screen-column">
      <ScreenHeader
        title={titles[at] ?? 'Pay Bill'}
        back={at === 'services' ? home : () => onEvent({ type: 'back' })}
        step={at}
      />
      {at === 'services' && (
        <MenuList
          entries={[
            'Send Money',
            'Withdraw Cash',
            'Buy Airtime',
            { name: 'Lipa na M-PESA', choose: () => onEvent({ type: 'choose', entry: 'lipa' }) },
            'My Account',
          ]}
          note="This pretend phone only supports Lipa na M-PESA."
        />
      )}
      {at === 'lipa' && (
        <MenuList
          entries={[
            {
              name: 'Pay Bill',
              choose: () =>
                onEvent({ type: 'choose', entry: 'pay_bill', business: phone.paybill ?? '' }),
            },
            'Buy Goods and Services',
          ]}
          note="This pretend phone only supports Pay Bill."
        />
      )}
      {isQuestion(at) && <PaybillStep key={at} question={at} {...stepProps} />}
      {(at === 'confirm' || at === 'sending') && <MenuConfirm {...stepProps} />}
      {(at === 'sent' || at === 'refused') && <MenuResult home={home} {...stepProps} />}
    </div>
  )
}

interface ListProps {
  entries: (string | { name: string; choose: () => void })[]
  note: string
}

/** A list of the SIM card's menu. Entries without `choose` are not simulated and are shown as disabled. */
const MenuList = ({ entries, note }: ListProps) => (
  <StkCard>
    <ul className="stk-list">
      {entries.map((entry) =>
        typeof entry === 'string' ? (
          <li key={entry} className="stk-list-disabled">
            {entry}
          </li>
        ) : (
          <li key={entry.name}>
            <button type="button" onClick={entry.choose}>
              <span>{entry.name}</span>
              <ChevronRight className="icon" aria-hidden="true" />
            </button>
          </li>
        ),
      )}
    </ul>
    <p className="stk-hint">{note}</p>
  </StkCard>
)

interface QuestionProps {
  menu: Menu
  question: MenuQuestion
  /** The name of the business with the typed number, if it is known. */
  business: string | null
  onEvent: (event: MenuEvent) => void
}

const questionTexts: Record<MenuQuestion, { label: string; hint: string }> = {
  business: { label: 'Enter business no.', hint: '' },
  account: { label: 'Enter account no.', hint: 'Tenants find theirs on their home page.' },
  amount: { label: 'Enter amount', hint: 'In whole shillings.' },
  pin: { label: 'Enter pretend M-PESA PIN', hint: 'Any four digits; 0000 is a wrong one.' },
}

/** One question of Pay Bill. */
function PaybillStep({ menu, question, business, onEvent }: QuestionProps) {
  const field = useRef<HTMLInputElement>(null)
  const { label, hint } = questionTexts[question]
  const problem = menu.stage.at === question ? menu.stage.problem : null
  const value = menu.typed[question]
  const isNumeric = question !== 'account'
  const type = (text: string) => onEvent({ type: 'type', text })

  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  const shared = {
    ref: field,
    id: 'stk-question-field',
    value,
    'aria-invalid': problem !== null,
    'aria-describedby': 'stk-question-hint',
    onChange: (event: { target: HTMLInputElement }) => type(event.target.value),
  }

  return (
    <form
      className="stk-question"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onEvent({ type: 'next' })
        field.current?.focus({ preventScroll: true })
      }}
    >
      <StkCard>
        <label className="label" htmlFor="stk-question-field">
          {label}
        </label>
        {question === 'pin' ? (
          <PinField {...shared} />
        ) : (
          <input
            {...shared}
            className="input tabular"
            // Digits are typed on the keypad below.
            inputMode={isNumeric ? 'none' : 'text'}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
        {problem ? (
          <p className="stk-error" id="stk-question-hint" role="alert">
            {problem}
          </p>
        ) : (
          <p className="stk-hint" id="stk-question-hint">
            {question === 'business' ? (business ?? 'Five to seven digits.') : hint}
          </p>
        )}
      </StkCard>
      {isNumeric && <Keypad typed={value} onType={type} />}
      <div className="keypad-submit">
        <button type="submit" className="button mpesa block">
          Next
        </button>
      </div>
    </form>
  )
}
