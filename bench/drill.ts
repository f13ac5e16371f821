import { parseArgs } from 'node:util'
import { type DatabaseKind, type Installation, openInstallation } from './drill/installation.ts'
import { readMoneyRows, sellBundles } from './drill/money-rows.ts'
import { type DrillState, playRound, type Result } from './drill/round.ts'
import { removeAll } from './server-process.ts'

/**
 * `npm run drill`: kill -9 at random moments of many concurrent payments, with the pretend M-Pesa in a
 * process of its own. Several installations run at once, since most of a round is waiting; the rounds of
 * an installation share one database.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    database: { type: 'string', default: 'both' },
    installations: { type: 'string', default: '5' },
    pushes: { type: 'string', default: '24' },
    paybills: { type: 'string', default: '6' },
    delay: { type: 'string', default: '1500' },
  },
})
const rounds = Number(values.rounds)
const load = {
  pushes: Number(values.pushes),
  paybills: Number(values.paybills),
  delayMs: Number(values.delay),
}
const kindsOf: Record<string, DatabaseKind[]> = {
  both: ['postgres', 'pglite'],
  pglite: ['pglite'],
  postgres: ['postgres'],
}
const kinds = kindsOf[values.database]
if (!kinds || !(rounds > 0)) {
  console.error('npm run drill -- --rounds 50 --database both|postgres|pglite --installations 5')
  process.exit(2)
}

const results: Result[] = []
const wrong: string[] = []
let startedRounds = 0

const seconds = (ms: number | null) => (ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`)
const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0)

function printRound(
  number: number,
  name: string,
  { kills, payments, recoveryMs, wrong: bad }: Result,
) {
  const all = (key: 'submits' | 'reports' | 'into_the_gap') => sum(kills.map((kill) => kill[key]))
  console.log(
    `round ${String(number).padStart(2)}  ${name}  ${payments} payments, killed ${kills.length} ×`,
    `(${all('submits')} submits and ${all('reports')} reports in hand, ${all('into_the_gap')} into the gap),`,
    `right after ${seconds(recoveryMs)}${bad.length > 0 ? `, ${bad.length} WRONG` : ''}`,
  )
  for (const one of bad) console.log(`          ${one}`)
}

async function prepare(installation: Installation): Promise<DrillState> {
  await installation.start()
  await installation.kill()
  await sellBundles(installation, (rounds + 1) * (load.pushes + load.paybills))
  const { payments } = await readMoneyRows(installation)
  return { acknowledged: [], before: Math.max(0, ...payments.map(({ id }) => id)) }
}

async function runInstallation(index: number): Promise<Result | undefined> {
  const kind = kinds?.[index % kinds.length] ?? 'pglite'
  const name = `${kind.padEnd(8)} ${index + 1}`
  const installation = await openInstallation(kind, load.delayMs)
  let last: Result | undefined
  let bad = false
  try {
    const history = await prepare(installation)
    while (startedRounds < rounds) {
      const number = ++startedRounds
      last = await playRound(installation, history, load)
      results.push(last)
      printRound(number, name, last)
      wrong.push(...last.wrong)
      bad ||= last.wrong.length > 0
    }
  } catch (error) {
    console.log(`${name}  ${error instanceof Error ? error.stack : error}`)
    wrong.push(`${name} broke off`)
    bad = true
  }
  await installation.end(bad)
  return last
}

const begin = Date.now()
const installations = Math.min(rounds, Number(values.installations))
const last = await Promise.all(
  Array.from({ length: installations }, (_, index) => runInstallation(index)),
)
await removeAll()

const kills = results.flatMap((result) => result.kills)
const verdicts = last.flatMap((result) => result?.verdict ?? [])
const slowest = Math.max(
  0,
  ...results.map(({ recoveryMs }) => recoveryMs ?? Number.POSITIVE_INFINITY),
)
const during = (key: 'submits' | 'reports' | 'into_the_gap') =>
  `${kills.filter((kill) => kill[key] > 0).length} kills, ${sum(kills.map((kill) => kill[key]))} of them`
const total = (key: 'never_sent' | 'unanswerable' | 'paid' | 'credited' | 'on_desk' | 'codes') =>
  sum(verdicts.map((verdict) => verdict[key]))
const count = (key: 'lost' | 'doubled' | 'left_open' | 'invented') =>
  sum(verdicts.map((verdict) => verdict[key].length))

console.log(`
rounds                                     ${results.length}, in ${seconds(Date.now() - begin)}
payments asked for                         ${sum(results.map(({ payments }) => payments))}
kills                                      ${kills.length}
  with submits in flight                   ${during('submits')}
  with reports stored, not yet settled     ${during('reports')}
  with callbacks into the gap              ${during('into_the_gap')}
slowest recovery after a restart           ${seconds(Number.isFinite(slowest) ? slowest : null)}, wanted ≤ 90 s
M-Pesa took                                Ksh ${total('paid')}
credited here, and on the desk             Ksh ${total('credited')} + ${total('on_desk')}
wifi codes, one a bundle that is paid        ${total('codes')}
never sent (killed before the call)        ${total('never_sent')}
unpaid, and M-Pesa cannot be asked         ${total('unanswerable')}
lost                                       ${count('lost')}
doubled                                    ${count('doubled')}
left open                                  ${count('left_open')}
invented                                   ${count('invented')}`)
process.exit(wrong.length > 0 ? 1 : 0)
