import { parseSync, Visitor } from 'vite'

/**
 * The oldest browsers that the pages run in (docs/decisions/112): the last Chrome of Windows 7 and 8, the last Firefox of the
 * same, and the last iOS of phones of 2015. The build rewrites newer syntax and newer CSS for them.
 */
export const OLDEST_BROWSERS = ['chrome109', 'firefox115', 'safari15.6', 'ios15.6']

/**
 * What one of them lacks and nothing rewrites, by the name that is read of an object; from MDN's tables of browser
 * compatibility. What web/old-browsers.ts adds isn't here. Names that older objects have, too (`union`), are left to
 * the compiler, which knows the library of 2024 only.
 */
const ofAnyObject = new Set(
  `groupBy fromAsync withResolvers isWellFormed toWellFormed isSubsetOf isSupersetOf isDisjointFrom
  symmetricDifference Segmenter DurationFormat canParse toBase64 fromBase64 toHex fromHex waitAsync
  checkVisibility showPopover hidePopover togglePopover requestClose setHTML setHTMLUnsafe moveBefore
  caretPositionFromPoint getComposedRanges isContentEditableInherited`.split(/\s+/),
)
const ofOneObject = new Set([
  'AbortSignal.any',
  'Promise.try',
  'RegExp.escape',
  'URL.parse',
  'Response.json',
  'Math.sumPrecise',
])
const globals = new Set(
  `Iterator Temporal Float16Array URLPattern CompressionStream DecompressionStream OffscreenCanvas
  SuppressedError DisposableStack AsyncDisposableStack cookieStore EditContext`.split(/\s+/),
)

/** Safari reads a lookbehind since 16.4. A pattern can stand in a string, too. */
const LOOKBEHIND = /\(\?<[=!]/
/** `(?i:…)`, and two groups of one name, are newer still; the flag v is of 2023. */
const MODIFIERS = /\(\?[ims]*-?[ims]+:/

/** What the oldest browsers lack of a built script. */
export function lackingInScript(file: string, code: string): string[] {
  const found = new Set<string>()
  const { program, errors } = parseSync(file, code)
  for (const { message } of errors) found.add(message)
  const text = (pattern: string) => {
    if (LOOKBEHIND.test(pattern)) found.add(`the lookbehind in ${pattern.slice(0, 60)}`)
  }
  new Visitor({
    Literal({ value, ...rest }) {
      if ('regex' in rest) {
        const { pattern, flags } = rest.regex
        text(pattern)
        if (MODIFIERS.test(pattern)) found.add(`the modifiers in ${pattern.slice(0, 60)}`)
        if (flags.includes('v')) found.add(`the flag v of ${pattern.slice(0, 60)}`)
      } else if (typeof value === 'string') text(value)
    },
    TemplateElement({ value }) {
      text(value.raw)
    },
    MemberExpression({ object, property, computed }) {
      if (computed || property.type !== 'Identifier') return
      const { name } = property
      if (ofAnyObject.has(name)) found.add(name)
      if (object.type !== 'Identifier') return
      const whole = `${object.name}.${name}`
      if (ofOneObject.has(whole)) found.add(whole)
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && globals.has(callee.name)) found.add(callee.name)
    },
    StaticBlock() {
      found.add('a static block of a class')
    },
  }).visit(program)
  return [...found]
}

/** What would lose a whole rule or value; the rest of what they lack leaves a page as it would be without it. */
const inStyles: Record<string, RegExp> = {
  'a range in a media query': /@media[^{]*[<>]/,
  'light-dark()': /light-dark\(/,
  'a nested rule': /&/,
  '@starting-style': /@starting-style/,
}

/** Where a browser without :has() would skip the other selectors, too: a list outside of brackets. */
function isListWithHas(selectors: string): boolean {
  let outside = selectors
  for (let before = ''; before !== outside; ) {
    before = outside
    outside = outside.replace(/(:has)?\([^()]*\)/g, (_, has = '') => has)
  }
  return outside.includes(',') && outside.includes(':has')
}

/** What the oldest browsers lack of a built style sheet. */
export function lackingInStyles(css: string): string[] {
  const lists = [...css.matchAll(/([^{};@]*)\{/g)].filter(([, one = '']) => isListWithHas(one))
  return [
    ...Object.keys(inStyles).filter((name) => inStyles[name]?.test(css)),
    ...lists.map(([, one]) => `:has() beside other selectors in ${one}`),
  ]
}
