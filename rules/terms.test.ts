import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTerms, suppliedTerms } from './terms.ts'

test('headings, paragraphs, lists and the price list', () => {
  expect(
    readTerms('Welcome.\n\n## Rent\nIt is due\non the 1st.\n\n- one\n- two\n[wifi prices]'),
  ).toEqual([
    { id: 'clause-', title: '', blocks: [{ kind: 'paragraph', text: 'Welcome.' }] },
    {
      id: 'clause-rent',
      title: 'Rent',
      blocks: [
        { kind: 'paragraph', text: 'It is due on the 1st.' },
        { kind: 'list', items: ['one', 'two'] },
        { kind: 'wifi_prices' },
      ],
    },
  ])
  expect(readTerms(suppliedTerms.text).map(({ title }) => title)).toContain('Leaving')
})

test('no word gets lost, and no two clauses have the same address', () => {
  const line = fc.stringMatching(/^(## |- |)[a-z ]{0,12}$/)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const clauses = readTerms(lines.join('\n'))
      const read = clauses.flatMap(({ title, blocks }) => [
        title,
        ...blocks.flatMap((block) =>
          block.kind === 'paragraph' ? [block.text] : block.kind === 'list' ? block.items : [],
        ),
      ])
      const words = (text: string) => text.split(/\s+/).filter((word) => /[a-z]/.test(word))
      expect(words(read.join(' '))).toEqual(words(lines.join(' ')))
      expect(new Set(clauses.map(({ id }) => id)).size).toBe(clauses.length)
    }),
  )
})
