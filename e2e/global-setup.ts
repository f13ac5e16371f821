import { makeDemoTemplate, makeEmptyTemplate } from '../server/testing/demo-template.ts'

/** Every server begins with a copy of one demo residence, which is there sooner than a new one. */
export default async function setup() {
  const empty = await makeEmptyTemplate()
  const demo = await makeDemoTemplate(empty)
  empty.remove()
  process.env.DEMO_TEMPLATE = demo.folder
  return () => demo.remove()
}
