/**
 * The long crash, history and flood tests have two sizes: a short one for `npm test`, and the whole for
 * `npm run test:long`, which is TEST_LENGTH=long. Files with two sizes are called `*.long.test.ts`.
 */
export const isLong = process.env.TEST_LENGTH === 'long'

export const byTestLength = <T>(sizes: { short: T; long: T }): T =>
  isLong ? sizes.long : sizes.short
