import {
  type assignDeskItem,
  type attachDeskItem,
  type confirmDeskItem,
  type DeskAct,
  type DeskEffect,
  previewDeskAct,
  type reverseDeskItem,
  type splitDeskItem,
} from '#contract/desk.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { Caller } from './server.ts'

type ActEndpoint =
  | typeof assignDeskItem
  | typeof splitDeskItem
  | typeof attachDeskItem
  | typeof confirmDeskItem
  | typeof reverseDeskItem

interface Act<E extends ActEndpoint> {
  params: { id: string | number }
  body: Omit<NonNullable<CallInput<E>['body']>, 'expected'>
}

/**
 * Does an act on the desk as the page does: looks first, sends what was shown along, and looks again when it has changed
 * meanwhile. The refusal of a look is the answer.
 */
export async function act<E extends ActEndpoint>(
  staff: Caller,
  endpoint: E,
  { params, body }: Act<E>,
) {
  const name = endpoint.path.split('/').at(-2)
  const look = { act: name, ...body } as DeskAct
  const preview = await staff.call(previewDeskAct, { params, body: look })
  const send = (expected: DeskEffect) =>
    staff.call(endpoint, { params, body: { ...body, expected } } as never as CallInput<E>)
  if (preview.status !== 200) return preview as never as Awaited<ReturnType<typeof send>>
  let answer = await send(preview.body)
  for (let more = 0; more < 100 && answer.body.code === 'changed_meanwhile'; more++) {
    answer = await send(answer.body.effect as DeskEffect)
  }
  return answer
}
