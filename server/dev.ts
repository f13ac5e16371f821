import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { readConfig } from './config.ts'
import { demoLogins } from './demo/people.ts'
import { entryOf, type Pages } from './pages.ts'
import { start } from './start.ts'

/**
 * `npm run dev`: the server with the demo residence and the pretend M-Pesa, its pages straight from their sources. A
 * saved page or style is in the browser at once; Node restarts this process when a file of the server changes.
 */
async function openPages(app: FastifyInstance): Promise<Pages> {
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server, path: '/vite' } },
  })
  app.addHook('onClose', () => vite.close())
  // It answers for modules and files; what it doesn't know goes on to the routes.
  app.addHook('onRequest', (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, done)
  })
  return {
    // Vite writes scripts into the page and opens a socket.
    policy: () => "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:",
    async load() {
      const build = await vite.ssrLoadModule('virtual:react-router/server-build')
      return entryOf(build as ServerBuild, 'development')
    },
  }
}

const config = readConfig(process.env)
const { close } = await start(config, undefined, openPages)
const open = [`Bweni is open at ${config.publicUrl}`, '', 'Demo sign-ins:', ...demoLogins]
process.stdout.write(`${open.join('\n')}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => close().finally(() => process.exit(0)))
}
