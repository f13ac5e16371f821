import { type APIRequestContext, expect } from '@playwright/test'

type Person = { username: string; password: string }

/** Buys a bundle as the assistant does, and by default waits until it is paid; returns its state. */
export async function buyBundle(
  request: APIRequestContext,
  { username, password }: Person,
  phone_number: string,
  { bundle = 'package_100', amount = 100, paid = true } = {},
) {
  const signedIn = await request.post('/api/auth/login', { data: { email: username, password } })
  const { access_token } = await signedIn.json()
  const headers = { authorization: `Bearer ${access_token}` }
  const started = await request.post('/api/stk-push/initiate/', {
    headers,
    data: { phone_number, amount, account_reference: bundle },
  })
  expect(started.ok(), await started.text()).toBe(true)
  const { checkout_request_id } = (await started.json()).data
  const state = async () => {
    const status = await request.post('/api/stk-push/status/', {
      headers,
      data: { checkout_request_id },
    })
    return (await status.json()).data
  }
  if (paid) await expect.poll(state).toMatchObject({ status: 'completed' })
  return state()
}
