import type { Phone } from '#contract/simulator.ts'
import { isQuestion, type Menu, type MenuEvent } from './menu.ts'
import { MenuConfirm } from './menu-confirm.tsx'
import { MenuEnding } from './menu-ending.tsx'
import { MenuList } from './menu-list.tsx'
import { MenuQuestion } from './menu-question.tsx'
import { ScreenHead } from './screen-head.tsx'
import { linkTo } from './screens.ts'

interface Props {
  phone: Phone
  menu: Menu
  onEvent: (event: MenuEvent) => void
}

const titles: Partial<Record<Menu['stage']['at'], string>> = {
  services: 'Pretend M-PESA',
  lipa: 'Lipa na pretend M-PESA',
}

/** The M-Pesa menu, from its services to what became of the money. */
export function MpesaScreen({ phone, menu, onEvent }: Props) {
  const { at } = menu.stage
  const home = linkTo(phone.phone_number)
  const business = menu.typed.business === phone.paybill ? phone.business_name : null
  const step = { menu, business, onEvent }
  return (
    <div className="ph-page">
      <ScreenHead
        title={titles[at] ?? 'Pay Bill'}
        back={at === 'services' ? home : () => onEvent({ type: 'went_back' })}
        step={at}
      />
      {at === 'services' && (
        <MenuList
          entries={[
            'Send Money',
            'Withdraw Cash',
            'Buy Airtime',
            { name: 'Lipa na M-PESA', choose: () => onEvent({ type: 'chose', entry: 'lipa' }) },
            'My Account',
          ]}
          missing="This phone pretends Lipa na M-PESA only."
        />
      )}
      {at === 'lipa' && (
        <MenuList
          entries={[
            {
              name: 'Pay Bill',
              choose: () =>
                onEvent({ type: 'chose', entry: 'pay_bill', business: phone.paybill ?? '' }),
            },
            'Buy Goods and Services',
          ]}
          missing="This phone pretends Pay Bill only."
        />
      )}
      {isQuestion(at) && <MenuQuestion key={at} question={at} {...step} />}
      {(at === 'confirm' || at === 'sending') && <MenuConfirm {...step} />}
      {(at === 'sent' || at === 'refused') && <MenuEnding home={home} {...step} />}
    </div>
  )
}
