import { getAccountNumber } from '#contract/tenancy.ts'
import { amina, brian, grace, others } from '../../server/demo/people.ts'
import { type Caller, signInAt } from '../../server/testing/server.ts'

export interface Person {
  caller: Caller
  account: string
}

export interface People {
  tenants: Person[]
  staff: Caller
}

/** Signs in all tenants of the demo residence. */
export async function signInAll(url: string): Promise<People> {
  const tenants: Person[] = []
  for (const { phone, id_number } of [amina, brian, ...others]) {
    const caller = await signInAt(url, `0${phone.slice(3)}`, id_number)
    const { status, body } = await caller.call(getAccountNumber, {})
    if (status !== 200) throw new Error(`${phone}: ${body.message}`)
    tenants.push({ caller, account: body.account_number })
  }
  return { tenants, staff: await signInAt(url, grace.email, grace.password) }
}
