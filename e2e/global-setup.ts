import { makeDemoTemplate, makeEmptyTemplate } from '../server/testing/demo-template.ts'

/** Every server starts with a copy of one demo residence, which is faster than creating a new one. */
export default async function setup() {
  const empty = await makeEmptyTemplate()
  const demo = await makeDemoTemplate(empty)
  empty.remove()
  process.env.DEMO_TEMPLATE = demo.folder
  return () => demo.remove()
}
