import { groupByFour } from './account-number.ts'

/** Scripts whose letters the fonts of our PDFs have and that are written from left to right; signs belong to no script. */
const drawn =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Inherited}\p{Script=Common}]/u
/** Signs of other scripts that belong to all of them, such as 。 */
const foreignSigns = /[\u3000-\u33ff\ufe10-\ufe4f\u{10000}-\u{1efff}]/u
const pictures = /[\u{1f000}-\u{1faff}\u{e0000}-\u{e007f}]|\ufe0e|\ufe0f|\u200d|\u20e3/gu
const wideLetters = /[\uff01-\uffee]+/g

const isDrawn = (word: string) =>
  [...word].every((sign) => drawn.test(sign) && !foreignSigns.test(sign))

/**
 * A text as our PDFs can draw it: without emoji, and with … for every word that they would show as boxes (Ethiopic, Chinese) or in
 * the wrong order (Arabic, Hebrew).
 */
export function paperText(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(wideLetters, (letters) => letters.normalize('NFKC'))
    .replace(pictures, '')
  return plain
    .split(/([ \n]+)/)
    .map((word) => (isDrawn(word) ? word : '…'))
    .join('')
    .replace(/…(?: …)+/g, '…')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A name on paper; where it can't be drawn, with the account number, which says whose paper it is. */
export function paperName(name: string, account_number: string | null): string {
  const paper = paperText(name)
  const isWhole = paper !== '' && !paper.includes('…')
  if (isWhole || account_number === null) return paper || '…'
  const account = `account ${groupByFour(account_number)}`
  return paper === '' || paper === '…' ? `A${account.slice(1)}` : `${paper} (${account})`
}
