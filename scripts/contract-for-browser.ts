import { globSync, readFileSync } from 'node:fs'
import { type Plugin, parseSync, Visitor } from 'vite'

const root = new URL('..', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The parts of an endpoint that only the server reads: it checks what comes in, and writes what goes out. */
const forServer = new Set(['summary', 'tries', 'params', 'query', 'reply', 'lines'])

/** Bodies that a form checks before they are sent, `forgotPassword.body` for instance; all others are for the server, too. */
const checkedBodies = new Set(
  globSync('{web,simulator/phone,contract}/**/*.{ts,tsx}', { cwd: root }).flatMap(
    (file) => textOf(file).match(/\b\w+(?=\.body\b)/g) ?? [],
  ),
)

/** A file's statements; one that can't be read must not be left as it is without a word. */
function parse(file: string, code: string) {
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return program
}

interface Range {
  start: number
  end: number
}

/** The code with spaces instead of these parts, so that every place stays where it was; a comma after one would be too many. */
const without = (code: string, parts: Range[]): string =>
  parts.reduce(
    (left, { start, end }) =>
      `${left.slice(0, start)}${' '.repeat(end - start)}${left.slice(end).replace(/^,/, ' ')}`,
    code,
  )

/**
 * The browser gets the calls and the schemas of its forms, not those of other bodies and of replies (docs/decisions/101).
 */
function leanContract(contract: string): string {
  const program = parse('contract.ts', contract)
  const cuts: Range[] = program.body.filter(
    (statement) =>
      statement.type.startsWith('TS') ||
      (statement.type === 'ExportNamedDeclaration' && statement.exportKind === 'type'),
  )
  /** The endpoints' names, by where they begin. */
  const names = new Map<number, string>()
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) names.set(init.start, id.name)
    },
    CallExpression({ callee, start, arguments: [definition] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return
      if (definition?.type !== 'ObjectExpression') return
      const name = names.get(start)
      const isSent = name !== undefined && !checkedBodies.has(name)
      for (const part of definition.properties) {
        if (part.type !== 'Property' || part.key.type !== 'Identifier') continue
        if (forServer.has(part.key.name) || (isSent && part.key.name === 'body')) cuts.push(part)
      }
    },
  }).visit(program)
  return without(contract, cuts)
}

/**
 * A contract has three parts for the browser: calls without schemas, which pages load; schemas of forms, with zod; what is for staff.
 * Each later part may use the earlier ones, and has its own copy of them.
 */
type Part = 'calls' | 'form' | 'staff'
const order: Part[] = ['calls', 'form', 'staff']

interface Statement extends Range {
  names: string[]
  part: Part
}

interface Contract {
  lean: string
  statements: Statement[]
  /** Of what it declares at its top. */
  partOf: Map<string, Part>
}

/** All names in a file, each with its place. */
function namesIn(file: string, code: string): { name: string; start: number }[] {
  const found: { name: string; start: number }[] = []
  const note = ({ name, start }: { name: string; start: number }) =>
    void found.push({ name, start })
  new Visitor({ Identifier: note, JSXIdentifier: note }).visit(parse(file, code))
  return found
}

/** The names that a statement at the top of a file declares with `const`, or as a function. */
const declaredBy = (text: string): string[] => {
  const [, one, several = ''] =
    /^(?:export )?(?:const|function\*?) (?:(\w+)|\{([^}]*)\})/.exec(text) ?? []
  return one ? [one] : several.split(',').map((part) => part.replace(/.*:/, '').trim())
}

/** The path of the contract that is imported, from the project's root; null for anything else. */
function contractAt(from: string, importer: 'contract' | 'other'): string | null {
  const path = from.replace(
    importer === 'contract' ? /^(#contract|\.)\// : /^#contract\//,
    'contract/',
  )
  return path.startsWith('contract/') ? path : null
}

interface Import extends Range {
  from: string
  specifiers: { text: string; local: string }[]
  contract: string | null
}

function importsOf(file: string, code: string, importer: 'contract' | 'other'): Import[] {
  return parse(file, code).body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') return []
    const { start, end, source, specifiers } = statement
    const named = specifiers.map((one) => ({
      text: code.slice(one.start, one.end),
      local: one.local.name,
    }))
    const contract = contractAt(source.value, importer)
    return [{ start, end, from: source.value, specifiers: named, contract }]
  })
}

const known = new Map<string, { text: string; contract: Contract }>()

function readContract(path: string): Contract {
  const text = textOf(path)
  const earlier = known.get(path)
  if (earlier?.text === text) return earlier.contract
  const lean = leanContract(text)
  /** The parts of what it imports and, further down, of what it declares itself. */
  const partOf = new Map<string, Part>([['z', 'form']])
  for (const { contract, specifiers } of importsOf(path, lean, 'contract')) {
    const others = contract ? readContract(contract).partOf : new Map<string, Part>()
    for (const { local } of specifiers)
      partOf.set(local, others.get(local) ?? partOf.get(local) ?? 'calls')
  }
  // What describes a list of settings is for staff; the lists themselves are shown to everybody.
  partOf.set('listSettings', 'staff')
  const used = namesIn(path, lean)
  const statements = parse(path, lean).body.flatMap(({ type, start, end }) => {
    const own = lean.slice(start, end)
    const names = declaredBy(own).filter(Boolean)
    if (type === 'ImportDeclaration' || names.length === 0) return []
    const within = used.filter((one) => one.start >= start && one.start < end)
    const parts = within.map(({ name }) => partOf.get(name) ?? 'calls')
    if (/\bwho: 'staff:/.test(own)) parts.push('staff')
    const part = order.findLast((one) => parts.includes(one)) ?? 'calls'
    for (const name of names) partOf.set(name, part)
    return [{ start, end, names, part }]
  })
  const contract = { lean, statements, partOf }
  known.set(path, { text, contract })
  return contract
}

/** The code with each import from a contract asking for the part in which the name is. */
function importParts(file: string, code: string, importer: 'contract' | 'other'): string {
  const imports = importsOf(file, code, importer)
  const rest = new Set(namesIn(file, without(code, imports)).map(({ name }) => name))
  return imports.toReversed().reduce((sent, { start, end, from, specifiers, contract }) => {
    // What was left out may have been all that used it.
    const used = specifiers.filter(({ local }) => rest.has(local))
    if (importer === 'other' && !contract) return sent
    const { partOf } = contract ? readContract(contract) : { partOf: new Map<string, Part>() }
    const statements = order.map((part) => {
      const names = used.filter(
        ({ local, text }) => (partOf.get(/^\w+/.exec(text)?.[0] ?? local) ?? 'calls') === part,
      )
      const source = part === 'calls' ? from : `${from}?${part}`
      const isWhole = names.some(({ text }) => text.startsWith('*'))
      const list = names.map(({ text }) => text).join(', ')
      return names.length > 0 ? `import ${isWhole ? list : `{ ${list} }`} from '${source}';` : ''
    })
    return sent.slice(0, start) + statements.join('') + sent.slice(end)
  }, code)
}

/**
 * Parts the contracts, so that no page loads the calls of staff, and none without a form loads zod (docs/decisions/101): a file
 * that imports `forgotPassword` from a contract gets it from the part that has it, `contract/account.ts?form`.
 */
export const contractForBrowser: Plugin = {
  name: 'contract-for-browser',
  enforce: 'pre',
  // In development a page may use another body at any time, and files are served one by one.
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /[\\/](web|contract|simulator[\\/]phone)[\\/].*\.tsx?(\?(form|staff))?$/ },
    handler(code, id) {
      const [file = '', part = 'calls'] = id.split('?')
      const path = /[\\/](contract[\\/][^\\/]+)$/.exec(file)?.[1]
      if (!path) return { code: importParts(file, code, 'other'), map: null }
      const { lean, statements } = readContract(path.replace('\\', '/'))
      const later = statements.filter(
        (one) => order.indexOf(one.part) > order.indexOf(part as Part),
      )
      return { code: importParts(file, without(lean, later), 'contract'), map: null }
    },
  },
}
