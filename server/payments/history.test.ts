import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startFakeDaraja } from '../testing/fake-daraja.ts'
import { playHistory } from '../testing/history-player.ts'
import {
  bookedBy,
  bookedInTruth,
  type Happening,
  type ManualName,
  manuals,
  runMachine,
  type Size,
} from '../testing/money-model.ts'
import { endServer, startServer } from '../testing/server.ts'

const push = fc.nat(5)
const times = fc.constantFrom(1, 1, 1, 2, 4)
const killed = fc.option(fc.integer({ min: 1, max: 24 }), { freq: 4 })

/** Histories in which everything happens that has its own rule, in any order. */
const histories = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constant('submit' as const),
        size: fc.constantFrom<Size>(1, 2, 3),
        pays: fc.constantFrom('rent' as const, 'rent', 'wifi'),
        reply: fc.constantFrom('accepted' as const, 'accepted' as const, 'lost', 'refused'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('ended' as const),
        push,
        code: fc.constantFrom('1032' as const, '1', '1037', '7777'),
        via: fc.constantFrom('callback' as const, 'query'),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        what: fc.constant('paid' as const),
        push,
        receipt: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
        amount: fc.constantFrom('right' as const, 'right', 'right', 'right', 'less', 'fraction'),
        via: fc.constantFrom('callback' as const, 'confirmation', 'status'),
        times,
        killed,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('query_paid' as const), push, killed }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('manual' as const),
        receipt: fc.constantFrom(...(Object.keys(manuals) as ManualName[])),
        times,
        killed,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constant('forged' as const),
        push,
        how: fc.constantFrom('token' as const, 'checkout'),
      }),
    },
  ),
  { minLength: 4, maxLength: 24 },
)

const histories_in_memory = 10_000
const histories_on_server = 200
/** One for each tenant of the demo residence. */
const lanes = 25

test('in memory: what is credited is what the history as a whole says, to the shilling', () => {
  fc.assert(
    fc.property(histories, (history) => {
      expect(bookedBy(runMachine(history))).toEqual(bookedInTruth(history))
    }),
    { numRuns: histories_in_memory },
  )
})

test('in memory: telling everything again, in any order, credits nothing more', () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), (history, random) => {
      const again = history
        .filter((one) => one.what !== 'submit' && one.what !== 'query_paid')
        .map((one) => ({ one, at: random.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      // Names of pushes mean the same only when no push is added; so the second telling comes after.
      const submits = history.filter((one) => one.what === 'submit')
      const rest = history.filter((one) => one.what !== 'submit')
      const once = [...submits, ...rest]
      expect(bookedBy(runMachine([...once, ...again]))).toEqual(bookedBy(runMachine(once)))
    }),
    { numRuns: histories_in_memory },
  )
})

test('in memory: nothing leaves completed, a completed push has its money, a bundle once', () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (let length = 1; length < history.length; length++) {
        const before = runMachine(history.slice(0, length)).pushes
        const after = runMachine(history.slice(0, length + 1)).pushes
        for (const [index, push] of before.entries()) {
          if (push.status === 'completed') expect(after[index]?.status).toBe('completed')
          expect(push.payments.length > 0).toBe(push.status === 'completed')
          if (push.purpose === 'wifi') expect(push.payments.length).toBeLessThan(2)
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('on a running server with PostgreSQL: 200 histories end as in memory, to the shilling', async () => {
  const daraja = await startFakeDaraja()
  const server = await startServer('postgres', { ...daraja.settings, THROTTLE: 'off' })
  const seed = Math.floor(Math.random() * 2 ** 31)
  const sample = fc.sample(histories, { numRuns: histories_on_server, seed })
  try {
    for (let first = 0; first < sample.length; first += lanes) {
      const batch = sample.slice(first, first + lanes)
      const players: Awaited<ReturnType<typeof playHistory>>[] = []
      for (const [lane, history] of batch.entries()) {
        const number = first + lane
        players.push(await playHistory({ server, daraja, lane, number, history }))
      }
      // All at once, with a restart in the middle.
      await Promise.all(players.map((player) => player.playUntil(0.5)))
      await server.stop()
      await server.restart()
      await Promise.all(players.map((player) => player.playUntil(1)))
      for (const [lane, player] of players.entries()) {
        const history = batch[lane] ?? []
        expect(await player.state(), told(seed, history)).toEqual(
          player.expected(runMachine(history)),
        )
      }
    }
  } finally {
    await endServer(server)
    await daraja.close()
  }
}, 300_000)

/** What is needed to see a failure again. */
const told = (seed: number, history: Happening[]) => `seed ${seed}: ${JSON.stringify(history)}`
