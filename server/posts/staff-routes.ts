import type { Context } from '../context.ts'
import type { Serve } from '../serve.ts'

export function moderationRoutes(_serve: Serve, _context: Context) {}
