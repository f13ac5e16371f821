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

/** The page that is asked for; the first one may be on its way already. */
export async function earlyPage<E extends List>(
  list: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<{ rows: Received<E>; before: string | null }> {
  const { query } = input as { query?: { before?: string } }
  const early = asked.get(list.path)
  asked.delete(list.path)
  if (!query?.before && early && early.token === currentAccessToken()) {
    const page = await early.page.catch(() => null)
    if (page) return page as Awaited<ReturnType<typeof callPage<E>>>
  }
  return callPage(list, input, signal)
}
