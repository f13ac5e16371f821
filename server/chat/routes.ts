import type { Context } from '../context.ts'
import type { Serve } from '../serve.ts'

export function chatRoutes(_serve: Serve, _context: Context) {}
