import { makeDemoTemplate } from '../server/testing/embedded-template.ts'

/** Every house begins with a copy of one demo residence, which is there sooner than a new one. */
export default async function setup() {
  const template = await makeDemoTemplate()
  process.env.DEMO_TEMPLATE = template.folder
  return () => template.remove()
}
