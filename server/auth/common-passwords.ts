import { readFileSync } from 'node:fs'

let common: ReadonlySet<string> | null = null

/** The 3000 commonest of 8 or more characters, in small letters; read when first asked for. */
export function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  )
  return common
}
