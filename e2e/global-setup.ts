import { openTemplates } from '../server/testing/demo-template.ts'

/** Every server starts with a copy of one demo residence, which is faster than creating a new one. */
export default async function setup() {
  const templates = await openTemplates()
  process.env.DEMO_TEMPLATE = templates.demo
  return () => templates.remove()
}
