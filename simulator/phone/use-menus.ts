import { useState } from 'react'
import { sendToPaybill } from '#contract/simulator.ts'
import { ApiError } from '../../web/api.ts'
import { type MenuEvent, menuAfter, orderOf, start } from './menu.ts'
import { callPhone } from './phone-api.ts'

/** The M-Pesa menu of every phone on this page: one that is put down keeps what was typed. */
export function useMenus(msisdn: string | null) {
  const [menus, setMenus] = useState<Record<string, typeof start>>({})
  const menu = (msisdn && menus[msisdn]) || start

  const tell = (number: string, event: MenuEvent) =>
    setMenus((all) => ({ ...all, [number]: menuAfter(all[number] ?? start, event) }))

  async function send(number: string) {
    try {
      const order = { params: { msisdn: number }, body: orderOf(menu) }
      const { receipt } = await callPhone(sendToPaybill, order)
      tell(number, { type: 'was_sent', receipt })
    } catch (error) {
      const { message, fields, status } = error instanceof ApiError ? error : new ApiError(0, null)
      const lost = status === 0 || status >= 500
      tell(number, { type: 'was_refused', why: message, fields, lost })
    }
  }

  function onEvent(event: MenuEvent) {
    if (!msisdn) return
    tell(msisdn, event)
    if (event.type === 'went_on' && menu.stage.at === 'confirm') void send(msisdn)
  }

  return { menu, onEvent }
}
