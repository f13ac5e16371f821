import { makeTemplate } from '../server/testing/embedded-template.ts'

/** Every house begins with a copy of one empty database, which is there sooner than a new one. */
export default async function setup() {
  const template = await makeTemplate()
  process.env.EMPTY_DATABASE = template.folder
  return () => template.remove()
}
