import type { FastifyInstance } from 'fastify'
import { getTrouble, setTrouble } from '#contract/simulator.ts'
import { invalidInput } from '../../server/errors.ts'
import type { Troubles } from './trouble.ts'

/** The switchboard; the host has installed errors.ts. */
export async function troubleRoutes(app: FastifyInstance, { troubles }: { troubles: Troubles }) {
  const path = getTrouble.path.replace(app.prefix, '')

  app.get(path, async () => ({ trouble: troubles.left() }))

  app.put(path, async (request) => {
    const parsed = setTrouble.body.safeParse(request.body)
    if (!parsed.success) throw invalidInput(parsed.error)
    troubles.set(parsed.data.trouble)
    return { trouble: troubles.left() }
  })
}
