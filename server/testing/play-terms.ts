import fc from 'fast-check'
import { type ActOf, type TermAct, termActs, termStarts } from './random-terms.ts'
import type { DatabaseKind } from './server.ts'
import { accountActs } from './term-acts.ts'
import { agreementActs } from './term-agreements.ts'
import { closeTermServer, openTerm, openTermServer, type Term } from './term-player.ts'
import { ruleActs } from './term-rules.ts'

const acts = { ...accountActs, ...agreementActs, ...ruleActs }

/** An act of a random term, as fast-check leaves out and reports it. */
class Act implements fc.AsyncCommand<object, Term> {
  readonly act: TermAct
  constructor(act: TermAct) {
    this.act = act
  }
  check() {
    return true
  }
  async run(_: object, term: Term) {
    const { act } = this
    term.tick()
    if (act.what === 'pass') {
      await term.pass(act.days)
      await term.checkAll()
    } else await acts[act.what](term, act as ActOf<never>)
  }
  toString() {
    return JSON.stringify(this.act)
  }
}

interface Options {
  /** In a term, at most. */
  acts: number
  terms: number
  /** Of other terms than a build plays, or with the path of one that failed, as the failure names them. */
  seed?: number | undefined
  path?: string | undefined
}

/** Always the same terms, so that a build fails for what was changed and for nothing else. */
const SEED = 53074635
/** A fault isn't looked for in shorter terms any longer, and a machine that is too slow plays fewer of the terms. */
const LONGEST_MS = 240_000

/**
 * Plays random terms, each in a residence of its own, and compares all that is shown with the model.
 * @returns how often each kind of act was done, and refused
 */
export async function playTerms(kind: DatabaseKind, { acts, terms, seed = SEED, path }: Options) {
  const on = await openTermServer(kind)
  const commands = fc.commands([termActs.map((act) => new Act(act))], {
    maxCommands: acts,
    size: 'max',
  })
  const property = fc.asyncProperty(termStarts, commands, async (start, some) => {
    const term = await openTerm(on, start)
    await term.checkAll()
    await fc.asyncModelRun(() => ({ model: {}, real: term }), some)
    await term.finish()
  })
  try {
    await fc.assert(property, {
      numRuns: terms,
      seed,
      interruptAfterTimeLimit: LONGEST_MS,
      ...(path !== undefined && { path }),
    })
    return on.counts
  } finally {
    await closeTermServer(on)
  }
}
