import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { assertAccepted, assertRefused, check } from './checks.ts'
import type { Freeradius } from './freeradius.ts'
import type { Residence } from './residence.ts'

const address = (first: number, index: number) =>
  `${first}-00-00-00-00-${String(index).padStart(2, '0')}`

/** Eight devices with one code, and one device with hundreds of wrong ones. */
export async function checkCrowds(residence: Residence, radius: Freeradius): Promise<void> {
  const { code } = await residence.buy('package_50', 50)

  await check('of eight devices that ask at once with one code, one is let in', async () => {
    for (const round of [21, 22, 23]) {
      await residence.query('delete from radius.let_in where username = $1', [code])
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, index) => radius.signIn(code, address(round, index))),
      )
      const not = all.filter(({ kind }) => kind !== 'Access-Accept')
      assert.equal(not.length, 7)
      for (const answer of not) assertRefused(answer, 'other_device')
    }
  })
  await check('so it is when the place has just become free', async () => {
    const free = `update radius.let_in set let_in_at = let_in_at - interval '1 minute'`
    for (const round of [31, 32, 33]) {
      await residence.query(free)
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, index) => radius.signIn(code, address(round, index))),
      )
      assert.equal(all.filter(({ kind }) => kind === 'Access-Accept').length, 1)
    }
    await residence.query(free)
  })
  await check('nobody is let in whose place cannot be kept', async () => {
    await residence.query('revoke insert on radius.let_in from bweni_radius')
    const answer = await radius.signIn(code, address(34, 0))
    await residence.query('grant insert on radius.let_in to bweni_radius')
    assertRefused(answer, 'database')
  })
  await check('450 wrong codes in two seconds, and everybody is answered', async () => {
    const [honest, guesser] = [address(40, 0), address(40, 1)]
    const wrong = Array.from({ length: 150 }, (_, index) =>
      `ZZZZ${index + 2222}`.replace(/[01]/g, 'Z'),
    )
    let over = false
    const floods = Promise.all(
      [0, 1, 2].map((second) => pause(1000 * second).then(() => radius.flood(wrong, guesser))),
    ).finally(() => {
      over = true
    })
    let times = 0
    do {
      assertAccepted(await radius.signIn(code, honest))
      const reply = await radius.account('Interim-Update', {
        'User-Name': code,
        'Calling-Station-Id': honest,
        'Acct-Session-Id': 'crowd',
        'Acct-Output-Octets': ++times,
      })
      assert.equal(reply.kind, 'Accounting-Response')
    } while (!over)
    assert.ok(!radius.log().includes('is too many'))
    for (const { rejected, lost } of await floods) assert.deepEqual([rejected, lost], [150, 0])
    assert.equal((await residence.findVoucher(code)).used_bytes, times)
    const attempts = await residence.query(
      'select class from radius.radpostauth where callingstationid = $1',
      [guesser],
    )
    assert.ok(attempts.length >= 10 && attempts.every((row) => row.class === 'unknown'))
    assert.ok(attempts.length < 450, 'what was throttled leaves no rows')
    console.log(`        ${times} sign-ins and updates meanwhile, ${attempts.length} real tries`)
  })
}
