import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login } from '#contract/auth.ts'
import { pathOf } from '#contract/endpoint.ts'
import { endOtherSessions, endOwnSession, listSessions } from '#contract/sessions.ts'
import {
  callerOf,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databaseOfTier())('own sessions on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(kind)
  })
  afterAll(() => endServer(server))

  async function signInWith(userAgent: string, email = '0712345678', password = '12345678') {
    const response = await fetch(`${server.url}/api${pathOf(login.path)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ email, password }),
    })
    const { access_token } = (await response.json()) as { access_token: string }
    return callerOf(server.url, access_token)
  }
  const phone = 'Mozilla/5.0 (Linux; Android 14) Chrome/139.0.0.0 Mobile Safari/537.36'
  const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'

  test('are listed with their device, and ended one by one or all at once', async () => {
    const [one, two, three] = await Promise.all([phone, laptop, 'node'].map((ua) => signInWith(ua)))
    if (!one || !two || !three) throw new Error('three sign-ins')
    const { body: listed } = await one.call(listSessions, {})
    expect(listed.map(({ device, is_this }) => [device, is_this]).toSorted()).toEqual([
      ['', false],
      ['Chrome on Android', true],
      ['Firefox on Windows', false],
    ])
    const other = listed.find(({ device }) => device === 'Firefox on Windows')
    const ended = await one.call(endOwnSession, { params: { id: other?.id ?? '' } })
    expect(ended.status).toBe(204)
    expect((await two.call(getUser, {})).status).toBe(401)
    expect((await three.call(getUser, {})).status).toBe(200)
    const again = await one.call(endOwnSession, { params: { id: other?.id ?? '' } })
    expect(again.status).toBe(404)

    const { body: left } = await one.call(endOtherSessions, {})
    expect(left.map(({ is_this }) => is_this)).toEqual([true])
    expect((await three.call(getUser, {})).status).toBe(401)
    expect((await one.call(getUser, {})).status).toBe(200)
  })

  test('nobody ends another’s', async () => {
    const amina = await signInWith(phone)
    const brian = await signInWith(laptop, '0722000002', '23456789')
    const { body: hers } = await amina.call(listSessions, {})
    const own = hers.find(({ is_this }) => is_this)
    const refused = await brian.call(endOwnSession, { params: { id: own?.id ?? '' } })
    expect(refused.status).toBe(404)
    await brian.call(endOtherSessions, {})
    expect((await amina.call(getUser, {})).status).toBe(200)
  })
})
