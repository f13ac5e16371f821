// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of code
import { describe, expect, test } from 'vitest'
import { lackingInScript, lackingInStyles } from './old-browsers.ts'

describe('a built script is refused', () => {
  test.each([
    ['/(?<=a)b/.test(text)', 'lookbehind'],
    ["new RegExp('(?<!a)b')", 'lookbehind'],
    ['new RegExp(`${name}(?<!a)b`)', 'lookbehind'],
    ['/[a--b]/v.test(text)', 'flag v'],
    ['/(?i:a)b/.test(text)', 'modifiers'],
    ['new Intl.Segmenter()', 'Segmenter'],
    ['Map.groupBy(list, by)', 'groupBy'],
    ['Promise.withResolvers()', 'withResolvers'],
    ['AbortSignal.any([one])', 'AbortSignal.any'],
    ['URL.canParse(text)', 'canParse'],
    ['URL.parse(text)', 'URL.parse'],
    ['ids.isSubsetOf(others)', 'isSubsetOf'],
    ['new URLPattern()', 'URLPattern'],
    ['class One { static { one() } }', 'static block'],
  ])('%s', (code, what) => {
    expect(lackingInScript('built.js', code).join()).toContain(what)
  })

  test('but not for what all have, or what the pages add', () => {
    const code = `list.toSorted().with(0, 1).findLast(test); z.union([one]); JSON.parse(text)
      AbortSignal.timeout(5); Promise.any([one]); /(?<year>\\d)(?=a)(?!b)(?:c)/u; Object.hasOwn(one, 'a')`
    expect(lackingInScript('built.js', code)).toEqual([])
  })
})

describe('a built style sheet is refused', () => {
  test.each([
    ['@media (width>=900px){a{color:red}}', 'a range in a media query'],
    ['a{color:light-dark(red,blue)}', 'light-dark()'],
    ['a{&:hover{color:red}}', 'a nested rule'],
    ['a,b:has(c){color:red}', ':has() beside other selectors'],
    ['p{margin:0}b:has(c),a{color:red}', ':has() beside other selectors'],
  ])('%s', (css, what) => {
    expect(lackingInStyles(css).join()).toContain(what)
  })

  test('but not for what is only missed', () => {
    const css =
      '@media (min-width:900px){a:has(b){color:red}}@container (width>=20rem){a,b{color:red}}a:is(b,:has(c,d)) i:has(u,p){margin:0}a:has(b) :is(p,q){margin:0}'
    expect(lackingInStyles(css)).toEqual([])
  })
})
