import { execFileSync } from 'node:child_process'
import { openTemplates } from '../server/testing/demo-template.ts'

/**
 * Journeys see the pages as they are now: an old build is built anew. Every server starts with a copy of one demo
 * residence, which is faster than creating a new one.
 */
export default async function setup() {
  execFileSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' })
  const templates = await openTemplates()
  process.env.DEMO_TEMPLATE = templates.demo
  return () => templates.remove()
}
