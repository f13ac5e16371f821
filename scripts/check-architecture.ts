import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import {
  featureCycles,
  importCycles,
  importersOf,
  listFiles,
  type Module,
  readModules,
} from './modules.ts'

/** The rules of the architecture that the compiler cannot see (docs/architecture.md). */
const MOST_LINES = 400
/** A module with one importer and fewer lines than this is a fragment: it belongs in its importer's file. */
const FRAGMENT_LINES = 60
/** How many there are at present; a number only ever goes down. */
const LIMITS = { fragments: 4, shortClassNames: 24, citations: 0 }

/** Fragments that stay, each with its reason. */
const keptFragments: Record<string, string> = {
  'server/http/dev-pages.ts': 'is loaded in development only',
  'web/old-browsers.ts': 'runs as it is written in the oldest browsers, unlike all around it',
}
/** Files that every feature has, however small, so that they are found by name. */
const conventional = /^server\/[^/]+\/(routes|queries)\.ts$/

const drawers = /(^|\/)(utils?|helpers?|common|misc|lib|services?|hooks|types)(\/|\.tsx?$)/

/** What the modules of a layer may import besides their own layer: paths, and packages. */
const layers: Record<string, { imports: RegExp; packages?: RegExp }> = {
  rules: { imports: /^$/, packages: /^$/ },
  contract: { imports: /^rules\//, packages: /^zod\/mini$/ },
  server: { imports: /^(rules|contract)\// },
  web: { imports: /^(rules|contract)\// },
  'simulator/server': { imports: /^((rules|contract)\/|server\/http\/errors\.ts$)/ },
  'simulator/phone': {
    imports: /^((rules|contract)\/|web\/(api\.ts|layout\/title\.ts|ui\/[^/]+)$)/,
  },
  e2e: { imports: /^((rules|contract|server\/testing)\/|simulator\/server\/[^/]+$)/ },
  scripts: { imports: /^((rules|contract|server\/testing)\/)/ },
  bench: { imports: /^(rules|contract|server|scripts|e2e|simulator\/server)\// },
}
/** Modules that may load more than their layer, on demand: `import()`. */
const exceptions: Record<string, RegExp> = {
  // Loads the simulator when the settings ask for it.
  'server/start.ts': /^simulator\/server\/plugin\.ts$/,
}
/** Features that the HTTP engine may import: requests need the caller, pages the residence. */
const access: Record<string, RegExp> = {
  'server/http/serve.ts': /^server\/auth\/access\.ts$/,
  'server/http/pages.ts': /^server\/(auth\/(access|session)|company\/cookie)\.ts$/,
  'server/http/login-form.ts': /^server\/auth\/log-in\.ts$/,
}

/** What every feature of the server depends on, and what assembles the features. */
const engine = /^server\/((db|http|socket|uploads)\/|[^/]+\.ts$)/
const composition =
  /^server\/(acts|app|close-verify|context|daraja-register|jobs|main|staff-grant|start)\.ts$/
const feature = /^server\/(?!db\/|http\/|socket\/|uploads\/|testing\/|demo\/)[^/]+\//
const webBase = /^web\/(ui|styles|art)\//
const webFeature = /^web\/(?!ui\/|styles\/|art\/)[^/]+\//
const routes = /(^|\/|-)routes\.ts$/
const testCode = /^server\/testing\/|^simulator\/server\/testing\.ts$/
const configReaders =
  /^server\/((main|close-verify|daraja-register|staff-grant|config)\.ts$|testing\/(demo-template|postgres|process|seed)\.ts$)/
/** The inline script before all others says itself what it does when storage is refused. */
const storageReaders = /^web\/(storage|early-refresh)\.ts$/
const storage = /\b(localStorage|sessionStorage|indexedDB|caches\.|document\.cookie|cookieStore)\b/
/** Filters of staff are applied in the browser only; the notice of an unknown page removes its parameter. */
const queryReaders = /^web\/(page-query\.ts|ui\/use-filters\.ts|layout\/notices\.tsx)$/
/** What staff did is logged to be shown, in these lists; what code has to know has columns of its own. */
const logReaders = /^server\/(staff-log|settings\/staff|tenancy\/tenant-queries|desk\/history)\.ts$/
/** The expected results of the money tests are worked out without the code that they test. */
const independent = /^server\/testing\/(money-model\.ts$|term-model\/)/

/** Loaded by a tool or a command, not by an import. */
const entries =
  /^(server\/(main|close-verify|daraja-register|staff-grant|statements\/reading-thread)\.ts|simulator\/server\/main\.ts|web\/(root\.tsx|(routes|load-page)\.ts|entry\.(client|server)\.tsx)|bench\/(run|drill|bare)\.ts|scripts\/(build-web|check-architecture|make-templates|test|test-radius|write-schema)\.ts|e2e\/global-setup\.ts|server\/testing\/(close-left-open|global-setup|form-server)\.ts|[^/]+\.config\.ts)$|\.d\.ts$/

const problems: string[] = []
const modules = readModules()
const importers = importersOf(modules)

const layerOf = (path: string) =>
  Object.keys(layers).find((layer) => path.startsWith(`${layer}/`)) ?? path.split('/')[0] ?? ''

function checkFile({ path, text, lines, isTest }: Module, say: (problem: string) => void) {
  if (!/^[a-z0-9]+([.-][a-z0-9]+)*\.tsx?$/.test(basename(path))) say('name it in kebab-case')
  if (drawers.test(path)) say('give it the name of its subject')
  if (basename(path).startsWith('index.')) say('no barrels: import from the file itself')
  if (!isTest && lines > MOST_LINES) say(`${lines} lines; the limit is ${MOST_LINES}`)
  if (/\b(TODO|FIXME|XXX|HACK)\b/.test(text) && !path.startsWith('scripts/check-')) {
    say('finish it, or open an issue')
  }
  if (/\.columns\([^)]*\)\s*(\/\/.*\s*)*\.where\('\w+', '=', (?!sql\.lit)/.test(text)) {
    say(
      'name the constant of a partial index with sql.lit: a kept plan finds no index for a parameter',
    )
  }
  const isProduct = /^(server|web|rules|contract|simulator)\//.test(path) && !isTest
  if (isProduct && /process\.env\b/.test(text) && !configReaders.test(path)) {
    say('settings are read in server/config.ts only')
  }
  if (!isTest && path.startsWith('web/') && !storageReaders.test(path) && storage.test(text)) {
    say('the browser may refuse storage and cookies: use web/storage.ts')
  }
  if (path.startsWith('web/') && !queryReaders.test(path) && /\buseSearchParams\b/.test(text)) {
    say('the server drops parameters that web/page-query.ts doesn’t list: use its usePageParameter')
  }
  if (
    isProduct &&
    /['"` ]staff_log\b/.test(text) &&
    !logReaders.test(path) &&
    !/schema\.ts$/.test(path)
  ) {
    say('only the lists of what staff did read the log: give it a column or a table')
  }
  if (!isTest && /^(web|simulator\/phone)\//.test(path) && /\.reply\b[.?!]/.test(text)) {
    say('the browser has no schemas of replies (docs/decisions/101)')
  }
}

function checkImports({ path, imports, isTest }: Module, say: (problem: string) => void) {
  const layer = layers[layerOf(path)]
  for (const { target, isPackage, written, kind } of imports) {
    if (written.startsWith('.') && !/\.(ts|tsx|css|svg|json|mjs)(\?\w+)?$/.test(written)) {
      say(`write the extension: '${written}'`)
    }
    // The compiler does not check these.
    if (/^\..*\.(css|svg)$/.test(written) && !existsSync(target))
      say(`does not exist: '${written}'`)
    if (/^(\.\.\/){3}/.test(written) && layerOf(path) !== layerOf(target)) {
      say(`too far away: '${written}'`)
    }
    if (independent.test(path) && !independent.test(target))
      say(`is independent of all others: '${written}'`)
    if (isTest || !layer) continue
    if (isPackage) {
      if (layer.packages && !layer.packages.test(target)) say(`must not import ${target}`)
      continue
    }
    const isOwn = layerOf(target) === layerOf(path)
    if (
      !isOwn &&
      !layer.imports.test(target) &&
      !(kind === 'dynamic' && exceptions[path]?.test(target))
    ) {
      say(`${layerOf(path)}/ must not import ${target}`)
    }
    if (/^(server|simulator|web)\//.test(path) && !testCode.test(path) && testCode.test(target)) {
      say(`must not import test code: ${target}`)
    }
    const isEngine = engine.test(path) && !composition.test(path) && !access[path]?.test(target)
    if (isEngine && feature.test(target) && kind !== 'type') {
      say(`what all features stand on must not import one: ${target}`)
    }
    if (webBase.test(path) && webFeature.test(target)) {
      say(`shared components must not import a feature: ${target}`)
    }
    const ofOneFeature = routes.test(path) && dirname(path) === dirname(target)
    const isComposition = path === 'server/app.ts' || path === 'simulator/server/plugin.ts'
    if (routes.test(target) && path !== 'web/routes.ts' && !ofOneFeature && !isComposition) {
      if (layerOf(target) !== 'web') say(`only server/app.ts imports routes: ${target}`)
    }
  }
}

/** Pages that web/routes.ts names by their path. */
const pages = new Set(
  [...(modules.get('web/routes.ts')?.text ?? '').matchAll(/'([\w./-]+\.tsx)'/g)].map(
    ([, page = '']) => new URL(page, 'file:///web/').pathname.slice(1),
  ),
)
const isEntry = (path: string) => entries.test(path) || pages.has(path)

for (const module of modules.values()) {
  const say = (problem: string) => problems.push(`${module.path}: ${problem}`)
  checkFile(module, say)
  checkImports(module, say)
  if (!module.isTest && !isEntry(module.path) && !importers.has(module.path)) {
    say('is imported by nobody')
  }
}

const cycles = importCycles(modules)
for (const cycle of cycles) problems.push(`import cycle: ${cycle.join(' -> ')}`)
for (const cycle of featureCycles(modules, feature)) {
  problems.push(`features that need each other: ${cycle.join(' -> ')}`)
}

for (const folder of new Set([...modules.keys()].map((path) => path.split('/')[0] ?? ''))) {
  const known = Object.keys(layers).some((layer) => layer.split('/')[0] === folder)
  if (!folder.endsWith('.ts') && !known) problems.push(`${folder}/: is no layer`)
}

const fragments = [...modules.values()].filter(({ path, lines, isTest }) => {
  const [only, ...others] = importers.get(path) ?? []
  if (isTest || isEntry(path) || !only || others.length > 0 || only.kind === 'dynamic') return false
  return lines < FRAGMENT_LINES && !keptFragments[path] && !conventional.test(path)
})
if (fragments.length > LIMITS.fragments) {
  const list = fragments.map(({ path }) => `  ${path} <- ${importers.get(path)?.[0]?.path}`)
  problems.push(
    `${fragments.length} modules below ${FRAGMENT_LINES} lines with one importer (${LIMITS.fragments} at most); ` +
      `they belong into its file:\n${list.join('\n')}`,
  )
}
for (const path of Object.keys(keptFragments)) {
  if (!modules.has(path)) problems.push(`${path}: an excepted fragment that no longer exists`)
}

const shortClassNames = new Set(
  listFiles('*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\.([a-z][\w-]{0,2})(?![\w-])(?=[^;}]*\{)/g)].map(
      ([, name]) => `${file}: .${name}`,
    ),
  ),
)
if (shortClassNames.size > LIMITS.shortClassNames) {
  const list = [...shortClassNames].map((one) => `  ${one}`).join('\n')
  problems.push(
    `${shortClassNames.size} class names of three letters or fewer (${LIMITS.shortClassNames} at most):\n${list}`,
  )
}

/** Pages that are not in this repository. */
const citations = [...modules.values()].flatMap(({ path, text }) =>
  [...text.matchAll(/\b(design|spec|daraja) \d+\b/g)].map(([cited]) => `${path}: ${cited}`),
)
if (citations.length > LIMITS.citations) {
  const list = citations.map((one) => `  ${one}`).join('\n')
  problems.push(
    `${citations.length} references to pages outside the repository (${LIMITS.citations} at most):\n${list}`,
  )
}

const records = listFiles('docs/decisions/0*.md').map((file) => basename(file))
const index = readFileSync('docs/decisions/README.md', 'utf8')
for (const [position, record] of records.entries()) {
  if (record.slice(0, 3) === records[position + 1]?.slice(0, 3)) {
    problems.push(`docs/decisions/: two records have the number ${record.slice(0, 3)}`)
  }
  if (!index.includes(`](${record})`)) {
    problems.push(`docs/decisions/README.md: has no line for ${record}`)
  }
}

/** Records of decisions are history; all other pages name files that are there. */
const named =
  /`((?:rules|contract|server|web|simulator|e2e|bench|scripts|docs|radius)\/[\w./-]*\w|[\w.-]+\.tsx?)`/g
const allNames = new Set([...modules.keys()].map((path) => basename(path)))
for (const page of ['README.md', 'CONTRIBUTING.md', ...listFiles('docs/*.md')]) {
  if (page.startsWith('docs/decisions/')) continue
  for (const [, path = ''] of readFileSync(page, 'utf8').matchAll(named)) {
    if (!existsSync(path) && !allNames.has(path))
      problems.push(`${page}: names ${path}, which does not exist`)
  }
}

const format = (count: number, width = 7) => String(count).padStart(width)
console.log('layer              modules   lines   test modules   lines')
for (const layer of Object.keys(layers)) {
  const all = [...modules.values()].filter(({ path }) => layerOf(path) === layer)
  const isTest = ({ path, isTest }: Module) => isTest || testCode.test(path)
  const count = (some: Module[]) =>
    `${format(some.length)} ${format(some.reduce((sum, { lines }) => sum + lines, 0))}`
  console.log(
    `${layer.padEnd(19)}${count(all.filter((one) => !isTest(one)))}${' '.repeat(8)}${count(all.filter(isTest))}`,
  )
}
const single = [...importers].filter(
  ([path, [only, ...others]]) =>
    modules.get(path)?.isTest === false && others.length === 0 && only?.kind !== 'dynamic',
)
console.log(`\nmodules with one importer: ${single.length}`)
console.log(`  below ${FRAGMENT_LINES} lines: ${fragments.length} (at most ${LIMITS.fragments})`)
console.log(`import cycles: ${cycles.length}`)
console.log(`class names of three letters or fewer: ${shortClassNames.size}`)

if (problems.length > 0) {
  console.error(`\n${problems.join('\n')}`)
  process.exit(1)
}
