import { login } from '../contract/auth.ts'
import { type CallInput, type Endpoint, type Received, requestOf } from '../contract/endpoint.ts'
import type { Person } from './fixtures.ts'

/** Calls the API as a user, without a browser. */
export async function callerAt(url: string, { username, password }: Person) {
  let headers: Record<string, string> = {}
  async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Received<E>> {
    const { method, path, body: json, form } = requestOf(endpoint, input)
    const sent = form ? new FormData() : null
    for (const [name, value] of form ?? []) sent?.append(name, String(value))
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
      body: sent ?? json ?? null,
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (endpoint.reply ? await answer.json() : undefined) as Received<E>
  }
  const { access_token } = await call(login, { body: { email: username, password } })
  headers = { authorization: `Bearer ${access_token}` }
  return { call }
}
