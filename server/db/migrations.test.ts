import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Databases exist that have run these: what is to be otherwise is another migration. */
test.each([
  ['0001_first_slice.sql', 'a76b11d8644e09d624e0442d98bdbaafea45607bf07c86e4f23c0a22574c46e6'],
  [
    '0002_desk_and_receipts.sql',
    '5e8d02026acf823d517929a2db6a129238b1e592dd37b48392333b8ed41e6914',
  ],
  ['0003_moving_in.sql', 'ddadea4d4c95b637a176e9da851756d856eca0c3fe43094980e4ff54a77b5b63'],
  ['0004_community.sql', 'd5839706c2884ce3e5e75d63af0cc1c1dd32c58fcf3f84558c0befea98c049e3'],
  [
    '0005_wifi_and_assistant.sql',
    'e3ad5e08d8188a86daace9490435ba5ca8bd3b4ce53e9c337f2976eab2747259',
  ],
])('%s stays as it was shipped', (name, shipped) => {
  const statements = readFileSync(new URL(`./migrations/${name}`, import.meta.url))
  expect(createHash('sha256').update(statements).digest('hex')).toBe(shipped)
})
