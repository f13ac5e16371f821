import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, csv } from './csv.ts'

const write = async (rows: Cell[][]) => {
  const batches = (async function* () {
    yield rows
  })()
  let text = ''
  for await (const piece of csv(['Note', 'More'], batches)) text += piece
  return text
}

/** The cells that a spreadsheet sees that splits at some sign: nothing is wrong for it, and quotes count where a cell begins. */
function readAt(text: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  let begins = true
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (quoted && sign === '"' && text[at + 1] === '"') cell += text.charAt(++at)
    else if (quoted && sign === '"') quoted = false
    else if (!quoted && begins && sign === '"') quoted = true
    else if (!quoted && (sign === separator || sign === '\n' || sign === '\r')) {
      cells.push(cell)
      cell = ''
      begins = true
      continue
    } else cell += sign
    begins = false
  }
  return [...cells, cell]
}

const separators = [',', ';', '\t', '|']
const runs = /^\s*[=+\-@%＝＋－＠]/

test.each([
  ['Al;=1+1;x', "Al;'=1+1;x"],
  ['Al; "=1+1"', 'Al; "\'=1+1"'],
  ['Al\t@SUM(1)', "Al\t'@SUM(1)"],
  ['Al\r\n+1', "Al\r\n'+1"],
  ['=1;=2', "'=1;'=2"],
  ['Paid; 500, room A-1 = mine', 'Paid; 500, room A-1 = mine'],
])('%j is written as %j', async (cell, written) => {
  expect(parse(await write([[cell, 'x']]), { bom: true })[1]).toEqual([written, 'x'])
})

test('no cell runs as a formula, wherever a spreadsheet splits', async () => {
  const signs = ['=', '+', '-', '@', '%', '＝', ...separators, '\r', '\n', '"', "'", ' ', 'a', '1']
  const cell = fc.array(fc.constantFrom(...signs), { maxLength: 8 }).map((made) => made.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 4 }), async (rows) => {
      const text = await write(rows)
      for (const separator of separators)
        expect(
          readAt(text, separator)
            .flat()
            .filter((one) => runs.test(one)),
        ).toEqual([])
    }),
    { numRuns: 500 },
  )
})
