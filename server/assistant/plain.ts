import { stripDirectionMarks } from '#rules/visible.ts'

/** What fits into one answer; with its closing words it can be sent back as `earlier`. */
const most_characters = 1800
/** Control characters but for line breaks. */
const controls = /(?!\n)\p{Cc}/gu

/**
 * Takes a piece of an answer and gives back what is shown of it: without the signs of Markdown, which
 * models write although they are asked not to. Stars at the end wait for what comes after them.
 */
function markdownTaken(): (piece: string) => string {
  let last = '\n'
  let stars = 0
  return (piece) => {
    let shown = ''
    const show = (sign: string) => {
      shown += sign
      last = sign
    }
    for (const sign of piece) {
      if (sign === '*') {
        stars += 1
        continue
      }
      // A single star between gaps: of a list, or of a sum.
      if (stars === 1 && sign === ' ' && last === '\n') show('-')
      if (stars === 1 && sign === ' ' && last === ' ') show('*')
      stars = 0
      if (sign === '`' || (last === '\n' && (sign === '#' || sign === ' '))) continue
      show(sign)
    }
    return shown
  }
}

/** The pieces of an answer as plain text, none of them blank, cut with a closing word when they are many. */
export async function* plainText(
  pieces: AsyncIterable<string>,
  closing: string,
): AsyncGenerator<string, void> {
  const take = markdownTaken()
  let left = most_characters
  let waiting = ''
  for await (const piece of pieces) {
    const shown = stripDirectionMarks(
      take(piece.slice(0, 4 * most_characters).replace(controls, ' ')),
    )
    waiting += shown
    if (waiting.trim() === '') continue
    const text = [...waiting]
    waiting = ''
    if (text.length >= left) {
      yield `${text.slice(0, left).join('')}… ${closing}`
      return
    }
    left -= text.length
    yield text.join('')
  }
}
