import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { entryOf, type Pages } from './pages.ts'

/**
 * The pages of `npm run dev`, straight from their sources: a saved page or style shows in the browser at once. Node restarts
 * the server when one of the server's own files changes.
 */
export async function devPages(app: FastifyInstance): Promise<Pages> {
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server, path: '/vite' } },
  })
  app.addHook('onClose', () => vite.close())
  // Vite answers requests for modules and files; all others go on to the routes.
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
