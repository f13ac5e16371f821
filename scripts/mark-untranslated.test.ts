// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of code
import { expect, test } from 'vitest'
import { markUntranslated } from './mark-untranslated.ts'

const mark = (jsx: string) => markUntranslated('page.tsx', `const one = ${jsx}`)?.slice(12) ?? null

test.each([
  '<b>{ksh(amount)}</b>',
  '<b className="money">{groupByFour(code)}</b>',
  '<Link to={path}>{tenant.full_name}</Link>',
  '<b>+ {ksh(amount)}</b>',
  '<p>{isLong && formatPhone(phone)}</p>',
  '<p>{paid ? ksh(paid) : ksh(owed)}</p>',
  '<p>{`${one.first_name} ${one.last_name}`}</p>',
])('%s is marked', (jsx) => {
  expect(mark(jsx)).toBe(jsx.replace(/^<\w+/, '$& translate="no"'))
})

test('so are the outer and the inner element', () => {
  expect(mark('<p><small>Ksh</small> {figure}</p>')).toBe(
    '<p translate="no"><small>Ksh</small> {figure}</p>',
  )
})

test.each([
  '<p>Paid {amount}</p>',
  '<p>{`Room ${room_number}`}</p>',
  '<p>{paid ? ksh(paid) : "nothing"}</p>',
  '<p>{title}</p>',
  '<p></p>',
  '<Card>{ksh(amount)}</Card>',
  '<b translate="no">{ksh(amount)}</b>',
])('%s is left', (jsx) => {
  expect(mark(jsx)).toBeNull()
})
