import { makeTemplates } from '../server/testing/demo-template.ts'

/** For `npm test`, as a process of its own: into the folder named by TEMPLATES. */
await makeTemplates(process.env.TEMPLATES ?? '')
process.exit(0)
