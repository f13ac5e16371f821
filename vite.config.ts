import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { contractForBrowser } from './scripts/contract-for-browser.ts'
import { markUntranslated } from './scripts/mark-untranslated.ts'
import { OLDEST_BROWSERS } from './scripts/old-browsers.ts'
import routes from './web/routes.ts'

type ModuleGraph = Rolldown.ChunkingContext

/**
 * Chunks shared by several pages. Few files, because on a phone each request costs more than its bytes;
 * but no page may load the code of another: `npm run bench` prints what each page loads.
 */
const groups = [
  // What only a new version of a package changes; of the queries without what only actions and lists need.
  {
    name: 'packages',
    test: /node_modules[\\/]((react|react-dom|scheduler|react-router)[\\/]|@tanstack[\\/](?!.*[\\/](mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery)\.))/,
  },
  // What the frame of every page loads, or many pages of tenants and visitors.
  {
    name: 'shared',
    test: /^(?!.*([\\/]zod[\\/]|\?form$)).*(?<!\.css)$/,
    forPages: 10,
  },
  // All others by the pages that load them, so that none loads the code of another.
  { name: 'part', test: /(?<!\.css)$/, minShareCount: 2, entriesAware: true },
]

/** The files of the pages of staff; the set-up is for the first of them. */
const staffPages = (page: RouteConfigEntry): string[] => [
  ...(/^(staff|set-up)(\/|$)/.test(page.path ?? '') ? [page.file] : []),
  ...(page.children ?? []).flatMap(staffPages),
]

/** The files of the pages of tenants and visitors. */
const allPages = (page: RouteConfigEntry): string[] => [
  page.file,
  ...(page.children ?? []).flatMap(allPages),
]

/** The parts of other pages that are loaded for staff only. */
const staffParts = ['tenancy/staff/staff-tools.tsx', 'auth/profile-residence.tsx']

/** The entries of the code that only staff load. */
const forStaff = new Set(
  [...routes.flatMap(staffPages), ...staffParts].map((file) =>
    fileURLToPath(new URL(`web/${file}`, import.meta.url)),
  ),
)

const pathOfFile = (file: string) => fileURLToPath(new URL(`web/${file}`, import.meta.url))
const framesOfPages = new Set(['root.tsx', 'layout/frame.tsx'].map(pathOfFile))
const pageFiles = new Set(
  routes
    .flatMap(allPages)
    .map(pathOfFile)
    .filter((file) => !forStaff.has(file)),
)

/** What only those import; it belongs in no file that tenants load. */
function isForStaff(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (forStaff.has(id.replace(/\?.*/, ''))) return true
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  const all = [...importers, ...dynamicImporters]
  return all.length > 0 && all.every((one) => seen.has(one) || isForStaff(one, graph, seen))
}

/** The pages of tenants and visitors that load this module with themselves; of the frame, which has them all, Infinity. */
function countPages(id: string, graph: ModuleGraph, seen = new Set<string>()): number {
  seen.add(id)
  const file = id.replace(/\?.*/, '')
  if (framesOfPages.has(file)) return Number.POSITIVE_INFINITY
  const module = graph.getModuleInfo(id)
  const others = (module?.importers ?? []).filter((one) => !seen.has(one))
  return others.reduce(
    (count, one) => count + (seen.has(one) ? 0 : countPages(one, graph, seen)),
    module?.isEntry && pageFiles.has(file) ? 1 : 0,
  )
}

const groupsForTenants = groups.map(({ name, forPages = 0, ...group }) => ({
  ...group,
  name: (id: string, graph: ModuleGraph) =>
    isForStaff(id, graph) || countPages(id, graph) < forPages ? null : name,
}))

/** Fails when a file that tenants load has code in it that only staff need. */
const staffCodeApart: Plugin = {
  name: 'staff-code-apart',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const loaded = new Set<string>()
    const load = (fileName: string) => {
      const chunk = bundle[fileName]
      if (chunk?.type !== 'chunk' || loaded.has(fileName)) return
      loaded.add(fileName)
      for (const imported of chunk.imports) load(imported)
    }
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.facadeModuleId) continue
      if (!isForStaff(chunk.facadeModuleId, this)) load(chunk.fileName)
    }
    for (const fileName of loaded) {
      const chunk = bundle[fileName]
      if (chunk?.type !== 'chunk') continue
      for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
        if (renderedLength > 0 && isForStaff(id, this)) {
          this.error(`Tenants load ${fileName} with ${id}, which is for staff.`)
        }
      }
    }
  },
}

/** The package that a module belongs to: npm's, or the name of our own folder. */
const packageOf = (id: string) =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ??
  /[\\/](web|contract|rules|simulator)[\\/]/.exec(id)?.[1] ??
  'other'

/** Notes how long the code of each package is in each script: `npm run bench` prints it. */
const listPackages: Plugin = {
  name: 'list-packages',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const scripts: Record<string, Record<string, number>> = {}
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const lengths: Record<string, number> = {}
      for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
        const name = packageOf(id)
        lengths[name] = (lengths[name] ?? 0) + renderedLength
      }
      scripts[chunk.fileName] = lengths
    }
    mkdirSync('.build/web', { recursive: true })
    writeFileSync('.build/web/packages.json', JSON.stringify(scripts))
  },
}

/** Names, codes and amounts are not translated. */
const untranslated: Plugin = {
  name: 'untranslated',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/](web|simulator[\\/]phone)[\\/].*\.tsx$/ },
    handler(code, id) {
      const marked = markUntranslated(id, code)
      return marked === null ? null : { code: marked, map: null }
    },
  },
}

/**
 * When the code of a page can't be loaded, React Router reloads the document; without network the browser then
 * shows its own error instead of the app. The module that does so is replaced by one of ours (docs/decisions/043).
 */
const stayInApp: Plugin = {
  name: 'stay-in-app',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId(source, importer = '') {
    const isLoader = source === './routeModules.js' && importer.includes('/react-router/')
    return isLoader ? pathOfFile('load-page.ts') : null
  },
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    if (chunks.some(({ moduleIds }) => moduleIds.includes(pathOfFile('load-page.ts')))) return
    this.error('React Router no longer loads pages in a module of their own.')
  },
}

/** Where storage is refused, React Router's script in the page would fail once more while it handles that. */
const storageMayBeRefused: Plugin = {
  name: 'storage-may-be-refused',
  transform: {
    filter: { id: /[\\/]react-router[\\/].*[\\/]dom[\\/]lib\.m?js$/ },
    handler(code) {
      const removal = 'sessionStorage.removeItem(storageKey);'
      if (!code.includes(removal)) this.error('React Router no longer removes positions here.')
      return { code: code.replace(removal, ''), map: null }
    },
  },
}

/**
 * Style sheets of pages are loaded in any order, also before that of all pages (after a crash, for instance), so each says
 * which layer is above which.
 */
const layersInOrder: Plugin = {
  name: 'layers-in-order',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css')) {
        file.source = `@layer reset,base,components;${file.source}`
      }
    }
  },
}

export default defineConfig(({ command }) => ({
  plugins: [
    layersInOrder,
    staffCodeApart,
    listPackages,
    contractForBrowser,
    untranslated,
    stayInApp,
    storageMayBeRefused,
    reactRouter(),
  ],
  build: {
    // The oldest browsers read all of it but static blocks, which scripts/old-browsers.ts refuses. Each browser named here would make
    // React's code longer.
    target: 'es2022',
    cssTarget: OLDEST_BROWSERS,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A schema that nothing uses any more may go.
      treeshake: { manualPureFunctions: ['z', 'listSettings'] },
      output: {
        codeSplitting: { groups: groupsForTenants },
        // Otherwise a file of many pages has all of their names.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
      },
      checks: { pluginTimings: false },
    },
  },
  // In development: found later, a package would load the page anew while somebody is typing.
  optimizeDeps: { entries: ['{web,simulator/phone}/**/*.{ts,tsx}', '!**/*.test.ts'] },
  // One tree-shaken file with React's production build: external, it would load every icon there is.
  ssr: command === 'build' ? { noExternal: true } : {},
  // Node keeps the text of every script in memory. Names stay, for the traces of errors.
  environments: {
    ssr: {
      build: {
        rolldownOptions: { output: { minify: { compress: false, mangle: false, codegen: true } } },
      },
    },
  },
}))
