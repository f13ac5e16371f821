import type { CallInput, Endpoint, Received } from '#contract/endpoint.ts'
import { callPage, currentAccessToken, refresh } from '../../api.ts'

type List = Endpoint & { method: 'GET' }

/** First pages on their way, with the token they are asked for with. */
const asked = new Map<string, { token: string | null; page: Promise<unknown> }>()

/**
 * Asks for the first page of lists as soon as there is a token, while the session is still finding out
 * whose it is: on a thin line that saves a trip.
 */
export function askEarly(...lists: List[]) {
  const ready = currentAccessToken() ? Promise.resolve() : refresh()
  for (const list of lists) {
    const page = ready.then(() => {
      asked.set(list.path, { token: currentAccessToken(), page })
      return callPage(list, {} as CallInput<List>)
    })
    asked.set(list.path, { token: null, page })
    // Whoever needs it asks again and hears why.
    page.catch(() => asked.delete(list.path))
  }
}

/** The page after a row, or the first one, which may be on its way already. */
export async function nextPage<E extends List>(
  list: E,
  before: string | null,
  signal: AbortSignal,
): Promise<{ rows: Received<E>; before: string | null }> {
  const early = asked.get(list.path)
  asked.delete(list.path)
  if (before === null && early && early.token === currentAccessToken()) {
    const page = await early.page.catch(() => null)
    if (page) return page as Awaited<ReturnType<typeof callPage<E>>>
  }
  const query = before ? { before } : {}
  return callPage(list, { query } as unknown as CallInput<E>, signal)
}
