import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { formatVoucherCode, GIGABYTE } from '#rules/wifi.ts'
import { accepted, bytesLeft, refused } from './radius/answers.ts'
import { proveCrowds } from './radius/crowds.ts'
import { startFreeradius } from './radius/freeradius.ts'
import type { Answer } from './radius/hotspot.ts'
import { installFreeradius } from './radius/install.ts'
import { countProofs, prove } from './radius/proofs.ts'
import { openResidence } from './radius/residence.ts'

/**
 * `npm run test:radius`: a bundle bought through the API opens the door of a real FreeRADIUS with the
 * configuration of `radius/`, on a real PostgreSQL; the router is played by `radclient`.
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

function tell(
  status: string,
  code: string,
  device: string,
  session: string,
  more: Record<string, string | number> = {},
  patience_s?: number,
) {
  const names = { 'User-Name': code, 'Calling-Station-Id': device, 'Acct-Session-Id': session }
  return radius.tell(status, { ...names, ...more }, patience_s)
}

/** The seconds until a bundle ends, between before and after it was asked. */
async function leftIsTold(expires_at: string, ask: () => Promise<Answer>) {
  const end = Date.parse(expires_at)
  const most = Math.ceil((end - Date.now()) / 1000)
  const answer = await ask()
  const least = Math.floor((end - Date.now()) / 1000) - 1
  accepted(answer)
  const told = Number(answer.said['Session-Timeout'])
  assert.ok(told <= most && told >= least, `${told} s are not between ${least} and ${most}`)
}

try {
  console.log('\n── a bundle of Ksh 50')
  const { code, expires_at, data_bytes } = await residence.buy('package_50', 50)
  const typed = formatVoucherCode(code).toLowerCase()
  const closeSessions = () =>
    residence.query(`update radius.radacct set acctstoptime = now() where acctstoptime is null`)

  await prove('the code is accepted, and what is left stands in the reply', async () => {
    const answer = await radius.signIn(code, phone)
    accepted(answer)
    assert.equal(bytesLeft(answer), data_bytes)
    assert.equal(answer.said['ChilliSpot-Max-Total-Octets'], String(data_bytes))
    assert.equal(answer.said['Acct-Interim-Interval'], '300')
  })
  await prove('so do the seconds until it ends', () =>
    leftIsTold(expires_at, () => radius.signIn(code, phone)),
  )
  await prove('small letters, dash and gaps are accepted', async () => {
    accepted(await radius.signIn(typed, phone))
    accepted(await radius.signIn(` ${typed.replace('-', ' ')} `, phone))
    accepted(await radius.signIn(code, phone, { 'User-Password': typed }))
  })
  await prove('by CHAP too, as MikroTik asks', async () => {
    accepted(await radius.signInByChap(code, phone))
    accepted(await radius.signInByChap(typed, phone))
    refused(await radius.signInByChap(code, stranger, 'H4TX92KD'), 'unknown')
  })
  await prove('wrong codes are refused', async () => {
    const begin = Date.now()
    const wrong = [
      radius.signIn('H4TX-92KD', stranger),
      radius.signIn('nonsense that is no code', stranger),
      radius.signIn("' or '1'='1", stranger),
      radius.signIn(code, stranger, { 'User-Password': 'H4TX92KD' }),
      radius.signIn(code, stranger, { 'User-Password': '' }),
    ]
    for (const answer of await Promise.all(wrong)) refused(answer, 'unknown')
    assert.ok(Date.now() - begin >= 1900, 'a refusal takes 2 seconds')
  })
  await prove('what was typed as a password is kept nowhere', async () => {
    const rows = await residence.query(
      `select distinct username from radius.radpostauth where reply = 'Access-Reject' or pass is not null`,
    )
    assert.deepEqual(rows.map((row) => row.username).sort(), ['-', 'H4TX92KD', code].sort())
  })

  console.log('\n── accounting')
  await prove('the data of a session shows in My wifi as the router tells of it', async () => {
    const begun = await tell('Start', code, phone, 's1')
    assert.equal(begun.kind, 'Accounting-Response')
    await tell('Interim-Update', code, phone, 's1', {
      'Acct-Session-Time': 300,
      'Acct-Input-Octets': 1_000_000,
      'Acct-Output-Octets': 9_000_000,
    })
    assert.equal((await residence.shown(code)).used_bytes, 10_000_000)
  })
  await prove('a second device is refused while the first one is on', async () => {
    refused(await radius.signIn(code, laptop), 'other_device')
  })
  await prove('the same device may come again, however its address is written', async () => {
    accepted(await radius.signIn(code, phone))
    accepted(await radius.signIn(code, phone.replaceAll('-', ':').toLowerCase()))
  })
  await prove('once it has logged out the second one is accepted', async () => {
    await tell('Stop', code, phone, 's1', {
      'Acct-Session-Time': 600,
      'Acct-Input-Octets': 2_000_000,
      'Acct-Output-Octets': 28_000_000,
      'Acct-Terminate-Cause': 'User-Request',
    })
    accepted(await radius.signIn(code, laptop))
  })
  await prove(
    'a device that was let in a moment ago counts before its session has begun',
    async () => {
      refused(await radius.signIn(code, phone), 'other_device')
    },
  )
  await prove('words that come twice or too late change nothing', async () => {
    await tell('Stop', code, phone, 's1', { 'Acct-Input-Octets': 2_000_000 })
    await tell('Interim-Update', code, phone, 's1', { 'Acct-Input-Octets': 1_000_000 })
    await tell('Start', code, phone, 's1')
    assert.equal((await residence.shown(code)).used_bytes, 30_000_000)
    const open = await residence.query('select from radius.radacct where acctstoptime is null')
    assert.equal(open.length, 0)
  })
  await prove('a session whose beginning was lost counts all the same', async () => {
    await tell('Interim-Update', typed, laptop, 's1', {
      'Acct-Session-Time': 300,
      'Acct-Output-Octets': 20_000_000,
    })
    const { used_bytes, state } = await residence.shown(code)
    assert.deepEqual([used_bytes, state], [50_000_000, 'active'])
    const answer = await radius.signIn(code, laptop)
    assert.equal(bytesLeft(answer), data_bytes - 50_000_000)
  })
  await prove('a router that starts anew ends the sessions it had', async () => {
    refused(await radius.signIn(code, phone), 'other_device')
    await radius.tell('Accounting-On', {})
    accepted(await radius.signIn(code, phone))
  })
  await prove('15 minutes of silence free a code whose router lost its power', async () => {
    await tell('Start', code, phone, 's2')
    refused(await radius.signIn(code, laptop), 'other_device')
    await residence.query(
      `update radius.radacct set acctupdatetime = now() - interval '16 minutes' where acctstoptime is null`,
    )
    // The time of the sign-ins goes by in the same way.
    await residence.query(`update radius.let_in set let_in_at = let_in_at - interval '16 minutes'`)
    accepted(await radius.signIn(code, laptop))
  })
  await prove('at the data of the bundle the next request is refused', async () => {
    await closeSessions()
    await tell('Start', code, laptop, 's3')
    const nearly = data_bytes - 50_000_000 - 1
    await tell('Interim-Update', code, laptop, 's3', { 'Acct-Output-Octets': nearly })
    const last = await radius.signIn(code, laptop)
    accepted(last)
    assert.equal(bytesLeft(last), 1)
    await tell('Stop', code, laptop, 's3', { 'Acct-Output-Octets': nearly + 1 })
    refused(await radius.signIn(code, laptop), 'used_up')
    const { used_bytes, state } = await residence.shown(code)
    assert.deepEqual([used_bytes, state], [data_bytes, 'used_up'])
  })

  console.log('\n── more than 4 GiB')
  const large = await residence.buy('package_650', 650)
  await prove('the reply carries 64 bits', async () => {
    assert.ok(large.data_bytes > 2 ** 32)
    const answer = await radius.signIn(large.code, phone)
    accepted(answer)
    assert.equal(bytesLeft(answer), large.data_bytes)
    assert.equal(answer.said['ChilliSpot-Max-Total-Octets'], String(2 ** 32 - 1))
  })
  await prove('so do the counters, over several sessions', async () => {
    const five = { 'Acct-Output-Octets': GIGABYTE, 'Acct-Output-Gigawords': 1 }
    await tell('Start', large.code, phone, 'l1')
    await tell('Stop', large.code, phone, 'l1', { ...five, 'Acct-Input-Octets': 7 })
    await tell('Start', large.code, phone, 'l2')
    await tell('Interim-Update', large.code, phone, 'l2', { 'Acct-Input-Octets': 4_294_967_295 })
    const used = 5 * GIGABYTE + 7 + 4_294_967_295
    assert.equal((await residence.shown(large.code)).used_bytes, used)
    const answer = await radius.signIn(large.code, phone)
    accepted(answer)
    assert.equal(bytesLeft(answer), large.data_bytes - used)
  })
  await prove('and the end of the data', async () => {
    const rest = large.data_bytes - 5 * GIGABYTE - 7
    await tell('Stop', large.code, phone, 'l2', {
      'Acct-Input-Octets': rest % 2 ** 32,
      'Acct-Input-Gigawords': Math.floor(rest / 2 ** 32),
    })
    assert.equal((await residence.shown(large.code)).used_bytes, large.data_bytes)
    refused(await radius.signIn(large.code, phone), 'used_up')
  })

  console.log('\n── time')
  await residence.query(
    `insert into packages (company_id, id, name, price, data_bytes, duration_s, position)
     select id, 'package_seconds', 'Seconds', 5, 1048576, 20, 99 from companies`,
  )
  const short = await residence.buy('package_seconds', 5)
  await prove('a bundle of 20 seconds is accepted, with the seconds that are left', () =>
    leftIsTold(short.expires_at, () => radius.signIn(short.code, phone)),
  )
  const next = await residence.buy('package_50', 50)
  await prove('a time zone of the machine moves nothing', async () => {
    await radius.stop()
    radius = await startFreeradius(residence.radiusDatabase, 'Africa/Nairobi')
    await leftIsTold(next.expires_at, () => radius.signIn(next.code, phone))
  })
  await prove('the bundle of 20 seconds is refused when they are over', async () => {
    await pause(Math.max(0, Date.parse(short.expires_at) + 1000 - Date.now()))
    refused(await radius.signIn(short.code, phone), 'expired')
    assert.equal((await residence.shown(short.code)).state, 'expired')
  })

  console.log('\n── guessing')
  await prove('ten wrong codes and a device waits, also with a right one', async () => {
    const guess = (_: unknown, index: number) => radius.signIn(`H4TX92P${index + 2}`, guesser)
    for (const answer of await Promise.all(Array.from({ length: 8 }, guess))) {
      refused(answer, 'unknown')
    }
    refused(await radius.signIn('nonsense', guesser), 'unknown')
    refused(await radius.signInByChap('H4TX-92P2', guesser), 'unknown')
    refused(await radius.signIn(next.code, guesser), 'throttled')
    accepted(await radius.signIn(next.code, phone))
  })
  await prove('ten minutes later it may try again', async () => {
    await residence.query(
      `update radius.radpostauth set authdate = authdate - interval '11 minutes'`,
    )
    await residence.query(`update radius.let_in set let_in_at = let_in_at - interval '11 minutes'`)
    accepted(await radius.signIn(next.code, guesser))
  })

  console.log('\n── many at once')
  await proveCrowds(residence, radius)

  console.log('\n── the role of FreeRADIUS in the database')
  await prove('reads codes and writes sessions, and may do nothing else', async () => {
    assert.ok(await residence.mayRadius('select from radius.radcheck'))
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
      assert.equal(await residence.mayRadius(not), false, not)
    }
  })

  console.log('\n── the database goes away')
  const evening = { 'Acct-Session-Time': 300, 'Acct-Output-Octets': 40_000_000 }
  await prove('nobody is let in, and what routers tell is not acknowledged', () =>
    residence.withoutDatabase(async () => {
      refused(await radius.signIn(next.code, phone), 'database')
      assert.equal((await tell('Stop', next.code, phone, 'n1', evening, 3)).kind, 'none')
    }),
  )
  await prove('once it is back, the router says it again and it counts', async () => {
    for (let i = 0; i < 20; i++) {
      if ((await tell('Stop', next.code, phone, 'n1', evening, 2)).kind !== 'none') break
    }
    assert.equal((await residence.shown(next.code)).used_bytes, 40_000_000)
    accepted(await radius.signIn(next.code, guesser))
  })
  await prove('no code and no password stand in the log of FreeRADIUS', async () => {
    assert.ok(!radius.said().includes(next.code))
    assert.ok(!radius.said().includes(residence.radiusDatabase.password))
  })
} finally {
  await radius.stop()
  await residence.end()
}

process.exit(countProofs() ? 0 : 1)
