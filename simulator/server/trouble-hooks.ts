import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Trouble, TroublePlace } from '#contract/simulator.ts'
import { swapTypes } from './swap-types.ts'
import type { Troubles } from './trouble.ts'
import { answersInstead } from './trouble-answers.ts'
import { DarajaError } from './wire-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What goes wrong with this call of Daraja's. */
    trouble: Trouble | null
  }
  interface FastifyContextConfig {
    /** Where trouble for this call is looked up. */
    trouble?: TroublePlace
  }
}

/** Closes the connection without a word. */
export function hangUp(reply: FastifyReply) {
  reply.hijack()
  reply.raw.socket?.destroy()
}

/** Plays the trouble of calls around their handlers; a route says its place in its config. */
export function installTrouble(
  app: FastifyInstance,
  { troubles, refuseToken }: { troubles: Troubles; refuseToken: () => void },
) {
  app.decorateRequest('trouble', null)

  app.addHook('onRequest', async (request, reply) => {
    const place = request.routeOptions.config.trouble
    const trouble = place ? troubles.take(place) : null
    request.trouble = trouble
    if (!trouble) return
    request.log.info({ place, kind: trouble.kind }, 'pretend M-Pesa: trouble')
    if (trouble.kind === 'refused') return hangUp(reply)
    if (trouble.kind.startsWith('token_refused')) refuseToken()
    const answer = answersInstead[trouble.kind]?.()
    if (answer instanceof DarajaError) throw answer
    if (answer) return reply.code(answer.status).type(answer.type).send(answer.body)
  })

  app.addHook('preSerialization', async ({ trouble }, _, payload) =>
    trouble?.kind === 'types_swapped' && typeof payload === 'object' && payload
      ? swapTypes(payload)
      : payload,
  )

  app.addHook('onSend', async ({ trouble }, reply, payload) => {
    if (trouble?.kind === 'slow') await sleep(trouble.ms, null, { ref: false })
    if (trouble?.kind === 'dropped') hangUp(reply)
    if (trouble?.kind !== 'empty') return payload
    reply.code(200)
    return ''
  })
}
