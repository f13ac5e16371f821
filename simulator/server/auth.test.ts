import { describe, expect, test } from 'vitest'
import { startDaraja } from './testing.ts'

describe('tokens', () => {
  test('have their lifetime as a string', async () => {
    const daraja = await startDaraja()
    expect(await daraja.signIn()).toEqual({
      access_token: expect.stringMatching(/^\S{28,}$/),
      expires_in: '3599',
    })
  })

  test('a new one invalidates the previous one', async () => {
    const daraja = await startDaraja()
    const first = await daraja.signIn()
    const second = await daraja.signIn()
    daraja.useToken(first.access_token)
    expect(await daraja.query('ws_CO_1')).toMatchObject({
      status: 404,
      body: { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' },
    })
    expect((await daraja.simulate()).body.errorCode).toBe('400.003.01')
    daraja.useToken(second.access_token)
    expect((await daraja.query('ws_CO_1')).body.errorCode).toBe('500.001.1001')
  })

  test('expire after an hour', async () => {
    let now = Date.now()
    const daraja = await startDaraja({ now: () => new Date(now) })
    now += 3_600_000
    expect((await daraja.query('ws_CO_1')).body.errorCode).toBe('404.001.03')
  })

  test.each([
    ['grant_type=client_credentials', undefined, '400.008.01'],
    ['grant_type=client_credentials', 'Bearer x', '400.008.01'],
    ['grant_type=client_credentials', `Basic ${btoa('key:')}`, '400.008.01'],
    ['grant_type=password', `Basic ${btoa('key:secret')}`, '400.008.02'],
    ['', `Basic ${btoa('key:secret')}`, '400.008.02'],
  ])('are not given for %s, %s', async (search, authorization, errorCode) => {
    const { base } = await startDaraja()
    const response = await fetch(`${base}/oauth/v1/generate?${search}`, {
      headers: authorization ? { authorization } : {},
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errorCode })
  })
})
