import { afterAll } from 'vitest'
import { leftOpen } from './left-open.ts'

// Test files share a process: a server that a failed `beforeAll` left open would work on during the next file.
afterAll(async () => {
  for (const close of [...leftOpen.values()].reverse()) await close()
})
