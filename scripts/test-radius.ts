import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { formatVoucherCode, GIGABYTE } from '#rules/wifi.ts'
import { assertAccepted, assertRefused, bytesLeft, check, printSummary } from './radius/checks.ts'
import { checkCrowds } from './radius/crowds.ts'
import { installFreeradius, startFreeradius } from './radius/freeradius.ts'
import type { RadiusReply } from './radius/hotspot.ts'
import { openResidence } from './radius/residence.ts'

/**
 * `npm run test:radius`: a bundle that was bought through the API is accepted by a real FreeRADIUS with
 * the configuration in `radius/`, on a real PostgreSQL. `radclient` simulates the router.
 */
const phone = 'AA-00-00-00-00-01'
const laptop = 'AA-00-00-00-00-02'
const stranger = 'AA-00-00-00-00-03'
const guesser = 'AA-00-00-00-00-04'

installFreeradius()
const residence = await openResidence()
let radius = await startFreeradius(residence.radiusDatabase).catch(async (error) => {
  await residence.end()
  throw error
})

function account(
  status: string,
  code: string,
  device: string,
  session: string,
  more: Record<string, string | number> = {},
  timeoutSeconds?: number,
) {
  const names = { 'User-Name': code, 'Calling-Station-Id': device, 'Acct-Session-Id': session }
  return radius.account(status, { ...names, ...more }, timeoutSeconds)
}

/** Checks that the reply has the seconds until the bundle ends. */
async function assertSecondsLeft(expires_at: string, signIn: () => Promise<RadiusReply>) {
  const end = Date.parse(expires_at)
  const most = Math.ceil((end - Date.now()) / 1000)
  const answer = await signIn()
  const least = Math.floor((end - Date.now()) / 1000) - 1
  assertAccepted(answer)
  const seconds = Number(answer.attributes['Session-Timeout'])
  assert.ok(
    seconds <= most && seconds >= least,
    `${seconds} s are not between ${least} and ${most}`,
  )
}

try {
  console.log('\n── a bundle of Ksh 50')
  const { code, expires_at, data_bytes } = await residence.buy('package_50', 50)
  const typed = formatVoucherCode(code).toLowerCase()
  const closeSessions = () =>
    residence.query(`update radius.radacct set acctstoptime = now() where acctstoptime is null`)

  await check('the code is accepted, and what is left stands in the reply', async () => {
    const answer = await radius.signIn(code, phone)
    assertAccepted(answer)
    assert.equal(bytesLeft(answer), data_bytes)
    assert.equal(answer.attributes['ChilliSpot-Max-Total-Octets'], String(data_bytes))
    assert.equal(answer.attributes['Acct-Interim-Interval'], '300')
  })
  await check('so do the seconds until it ends', () =>
    assertSecondsLeft(expires_at, () => radius.signIn(code, phone)),
  )
  await check('small letters, dash and gaps are accepted', async () => {
    assertAccepted(await radius.signIn(typed, phone))
    assertAccepted(await radius.signIn(` ${typed.replace('-', ' ')} `, phone))
    assertAccepted(await radius.signIn(code, phone, { 'User-Password': typed }))
  })
  await check('by CHAP too, as MikroTik asks', async () => {
    assertAccepted(await radius.signInByChap(code, phone))
    assertAccepted(await radius.signInByChap(typed, phone))
    assertRefused(await radius.signInByChap(code, stranger, 'H4TX92KD'), 'unknown')
  })
  await check('wrong codes are refused', async () => {
    const begin = Date.now()
    const wrong = [
      radius.signIn('H4TX-92KD', stranger),
      radius.signIn('nonsense that is no code', stranger),
      radius.signIn("' or '1'='1", stranger),
      radius.signIn(code, stranger, { 'User-Password': 'H4TX92KD' }),
      radius.signIn(code, stranger, { 'User-Password': '' }),
    ]
    for (const answer of await Promise.all(wrong)) assertRefused(answer, 'unknown')
    assert.ok(Date.now() - begin >= 1900, 'a refusal takes 2 seconds')
  })
  await check('what was typed as a password is kept nowhere', async () => {
    const rows = await residence.query(
      `select distinct username from radius.radpostauth where reply = 'Access-Reject' or pass is not null`,
    )
    assert.deepEqual(rows.map((row) => row.username).sort(), ['-', 'H4TX92KD', code].sort())
  })

  console.log('\n── accounting')
  await check('the data of a session shows in My wifi as the router tells of it', async () => {
    const started = await account('Start', code, phone, 's1')
    assert.equal(started.kind, 'Accounting-Response')
    await account('Interim-Update', code, phone, 's1', {
      'Acct-Session-Time': 300,
      'Acct-Input-Octets': 1_000_000,
      'Acct-Output-Octets': 9_000_000,
    })
    assert.equal((await residence.findVoucher(code)).used_bytes, 10_000_000)
  })
  await check('a second device is refused while the first one is on', async () => {
    assertRefused(await radius.signIn(code, laptop), 'other_device')
  })
  await check('the same device may come again, however its address is written', async () => {
    assertAccepted(await radius.signIn(code, phone))
    assertAccepted(await radius.signIn(code, phone.replaceAll('-', ':').toLowerCase()))
  })
  await check('once it has logged out the second one is accepted', async () => {
    await account('Stop', code, phone, 's1', {
      'Acct-Session-Time': 600,
      'Acct-Input-Octets': 2_000_000,
      'Acct-Output-Octets': 28_000_000,
      'Acct-Terminate-Cause': 'User-Request',
    })
    assertAccepted(await radius.signIn(code, laptop))
  })
  await check(
    'a device that was let in a moment ago counts before its session has begun',
    async () => {
      assertRefused(await radius.signIn(code, phone), 'other_device')
    },
  )
  await check('words that come twice or too late change nothing', async () => {
    await account('Stop', code, phone, 's1', { 'Acct-Input-Octets': 2_000_000 })
    await account('Interim-Update', code, phone, 's1', { 'Acct-Input-Octets': 1_000_000 })
    await account('Start', code, phone, 's1')
    assert.equal((await residence.findVoucher(code)).used_bytes, 30_000_000)
    const open = await residence.query('select from radius.radacct where acctstoptime is null')
    assert.equal(open.length, 0)
  })
  await check('a session whose beginning was lost counts all the same', async () => {
    await account('Interim-Update', typed, laptop, 's1', {
      'Acct-Session-Time': 300,
      'Acct-Output-Octets': 20_000_000,
    })
    const { used_bytes, state } = await residence.findVoucher(code)
    assert.deepEqual([used_bytes, state], [50_000_000, 'active'])
    const answer = await radius.signIn(code, laptop)
    assert.equal(bytesLeft(answer), data_bytes - 50_000_000)
  })
  await check('a router that starts anew ends the sessions it had', async () => {
    assertRefused(await radius.signIn(code, phone), 'other_device')
    await radius.account('Accounting-On', {})
    assertAccepted(await radius.signIn(code, phone))
  })
  await check('15 minutes of silence free a code whose router lost its power', async () => {
    await account('Start', code, phone, 's2')
    assertRefused(await radius.signIn(code, laptop), 'other_device')
    await residence.query(
      `update radius.radacct set acctupdatetime = now() - interval '16 minutes' where acctstoptime is null`,
    )
    // Makes the sign-in attempts that old.
    await residence.query(`update radius.let_in set let_in_at = let_in_at - interval '16 minutes'`)
    assertAccepted(await radius.signIn(code, laptop))
  })
  await check('at the data of the bundle the next request is refused', async () => {
    await closeSessions()
    await account('Start', code, laptop, 's3')
    const nearly = data_bytes - 50_000_000 - 1
    await account('Interim-Update', code, laptop, 's3', { 'Acct-Output-Octets': nearly })
    const last = await radius.signIn(code, laptop)
    assertAccepted(last)
    assert.equal(bytesLeft(last), 1)
    await account('Stop', code, laptop, 's3', { 'Acct-Output-Octets': nearly + 1 })
    assertRefused(await radius.signIn(code, laptop), 'used_up')
    const { used_bytes, state } = await residence.findVoucher(code)
    assert.deepEqual([used_bytes, state], [data_bytes, 'used_up'])
  })

  console.log('\n── more than 4 GiB')
  const large = await residence.buy('package_650', 650)
  await check('the reply carries 64 bits', async () => {
    assert.ok(large.data_bytes > 2 ** 32)
    const answer = await radius.signIn(large.code, phone)
    assertAccepted(answer)
    assert.equal(bytesLeft(answer), large.data_bytes)
    assert.equal(answer.attributes['ChilliSpot-Max-Total-Octets'], String(2 ** 32 - 1))
  })
  await check('so do the counters, over several sessions', async () => {
    const five = { 'Acct-Output-Octets': GIGABYTE, 'Acct-Output-Gigawords': 1 }
    await account('Start', large.code, phone, 'l1')
    await account('Stop', large.code, phone, 'l1', { ...five, 'Acct-Input-Octets': 7 })
    await account('Start', large.code, phone, 'l2')
    await account('Interim-Update', large.code, phone, 'l2', { 'Acct-Input-Octets': 4_294_967_295 })
    const used = 5 * GIGABYTE + 7 + 4_294_967_295
    assert.equal((await residence.findVoucher(large.code)).used_bytes, used)
    const answer = await radius.signIn(large.code, phone)
    assertAccepted(answer)
    assert.equal(bytesLeft(answer), large.data_bytes - used)
  })
  await check('and the end of the data', async () => {
    const rest = large.data_bytes - 5 * GIGABYTE - 7
    await account('Stop', large.code, phone, 'l2', {
      'Acct-Input-Octets': rest % 2 ** 32,
      'Acct-Input-Gigawords': Math.floor(rest / 2 ** 32),
    })
    assert.equal((await residence.findVoucher(large.code)).used_bytes, large.data_bytes)
    assertRefused(await radius.signIn(large.code, phone), 'used_up')
  })

  console.log('\n── time')
  await residence.query(
    `insert into packages (company_id, id, name, price, data_bytes, duration_s, position)
     select id, 'package_seconds', 'Seconds', 5, 1048576, 20, 99 from companies`,
  )
  const short = await residence.buy('package_seconds', 5)
  await check('a bundle of 20 seconds is accepted, with the seconds that are left', () =>
    assertSecondsLeft(short.expires_at, () => radius.signIn(short.code, phone)),
  )
  const next = await residence.buy('package_50', 50)
  await check('a time zone of the machine moves nothing', async () => {
    await radius.stop()
    radius = await startFreeradius(residence.radiusDatabase, 'Africa/Nairobi')
    await assertSecondsLeft(next.expires_at, () => radius.signIn(next.code, phone))
  })
  await check('the bundle of 20 seconds is refused when they are over', async () => {
    await pause(Math.max(0, Date.parse(short.expires_at) + 1000 - Date.now()))
    assertRefused(await radius.signIn(short.code, phone), 'expired')
    assert.equal((await residence.findVoucher(short.code)).state, 'expired')
  })

  console.log('\n── guessing')
  await check('ten wrong codes and a device waits, also with a right one', async () => {
    const guess = (_: unknown, index: number) => radius.signIn(`H4TX92P${index + 2}`, guesser)
    for (const answer of await Promise.all(Array.from({ length: 8 }, guess))) {
      assertRefused(answer, 'unknown')
    }
    assertRefused(await radius.signIn('nonsense', guesser), 'unknown')
    assertRefused(await radius.signInByChap('H4TX-92P2', guesser), 'unknown')
    assertRefused(await radius.signIn(next.code, guesser), 'throttled')
    assertAccepted(await radius.signIn(next.code, phone))
  })
  await check('ten minutes later it may try again', async () => {
    await residence.query(
      `update radius.radpostauth set authdate = authdate - interval '11 minutes'`,
    )
    await residence.query(`update radius.let_in set let_in_at = let_in_at - interval '11 minutes'`)
    assertAccepted(await radius.signIn(next.code, guesser))
  })

  console.log('\n── many at once')
  await checkCrowds(residence, radius)

  console.log('\n── the role of FreeRADIUS in the database')
  await check('reads codes and writes sessions, and may do nothing else', async () => {
    assert.ok(await residence.radiusMay('select from radius.radcheck'))
    for (const not of [
      'select from public.users',
      'select from public.vouchers',
      'select from public.payments',
      `insert into radius.radcheck (username) values ('x')`,
      'delete from radius.radacct',
      'update radius.radpostauth set class = null',
      'delete from radius.let_in',
      'create table radius.mine ()',
    ]) {
      assert.equal(await residence.radiusMay(not), false, not)
    }
  })

  console.log('\n── the database goes away')
  const evening = { 'Acct-Session-Time': 300, 'Acct-Output-Octets': 40_000_000 }
  await check('nobody is let in, and what routers tell is not acknowledged', () =>
    residence.withoutDatabase(async () => {
      assertRefused(await radius.signIn(next.code, phone), 'database')
      assert.equal((await account('Stop', next.code, phone, 'n1', evening, 3)).kind, 'none')
    }),
  )
  await check('once it is back, the router says it again and it counts', async () => {
    for (let i = 0; i < 20; i++) {
      if ((await account('Stop', next.code, phone, 'n1', evening, 2)).kind !== 'none') break
    }
    assert.equal((await residence.findVoucher(next.code)).used_bytes, 40_000_000)
    assertAccepted(await radius.signIn(next.code, guesser))
  })
  await check('no code and no password stand in the log of FreeRADIUS', async () => {
    assert.ok(!radius.log().includes(next.code))
    assert.ok(!radius.log().includes(residence.radiusDatabase.password))
  })
} finally {
  await radius.stop()
  await residence.end()
}

process.exit(printSummary() ? 0 : 1)
