import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

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
  // What at least three pages need. Not sign-in, community and staff pages, nor forms (of zod only its
  // own package, not the resolver of react-hook-form), nor drawings, nor style sheets.
  {
    name: 'shared',
    test: /[\\/](web[\\/](?!art|auth|chat|posts|moderation|desk|documents|tenancy[\\/]staff|layout[\\/]office-phone|site[\\/](gallery-pictures|scenes)|wifi|payments[\\/]transaction-|upload|ui[\\/](field|password-field|form|infinite-list|image|use-action|action-result|confirm|copy-button|pending|use-in-view|use-online))|rules[\\/](?!chat|image|ledger|password|post|desk|room-location|tenancy|tenant-search)|contract[\\/](?!account|assistant|chat|posts|moderation|desk|documents|ledger|tenants)|lucide-react(?!.*icons[\\/](eye|arrow-down|arrow-right|banknote|bell-ring|camera|chevron-up|circle-x|clock|ellipsis-vertical|file-image|image-plus|lock|mail|phone|smartphone))|node_modules[\\/]zod[\\/]).*(?<!\.css)$/,
    minShareCount: 3,
  },
  // Apart from the other form code: the assistant has fields but no react-hook-form.
  {
    name: 'field',
    test: /[\\/]web[\\/]ui[\\/](field|form-error).*(?<!\.css)$/,
    minShareCount: 2,
  },
  { name: 'password', test: /[\\/](web[\\/]ui[\\/]password-field|lucide-react.*icons[\\/]eye)/ },
  // Icons that no first view of a tenant shows, except the feed.
  {
    name: 'icons',
    test: /lucide-react.*icons[\\/](arrow-down|arrow-right|bell-ring|camera|circle-x|clock|ellipsis-vertical|file-image|image-plus|lock|mail|phone)\./,
    minShareCount: 2,
  },
  // Each alone: the chats have both, but no fields and no posts.
  { name: 'action', test: /[\\/](web[\\/]ui[\\/]use-action|mutationObserver|useMutation)\./ },
  {
    name: 'list',
    test: /[\\/](web[\\/]ui[\\/]infinite-list|infiniteQueryObserver|useInfiniteQuery)\./,
  },
  // Apart from the next group, because chats have one.
  { name: 'copy-button', test: /[\\/]web[\\/]ui[\\/]copy-button\.tsx$/ },
  // A tenant's room and money, on home and the profile.
  {
    name: 'tenancy',
    test: /[\\/](web[\\/](payments[\\/]balance|tenancy[\\/](room-card|account-card)|wifi[\\/](wifi-plate|data-panes|running-vouchers))[^\\/]*\.tsx?|rules[\\/]ledger\.ts)$/,
    minShareCount: 2,
  },
  // Drawings: the house for home and visitors, the evening around it for visitors.
  { name: 'house', test: /[\\/]web[\\/]art[\\/](house|own-window)\.tsx$/ },
  { name: 'dusk', test: /[\\/]web[\\/]art[\\/]house-at-dusk\.tsx$/ },
  {
    name: 'posts',
    test: /[\\/](web[\\/]posts[\\/](advertise[\\/]post-drafts|(?!use-own)[^\\/]+)\.tsx?|contract[\\/]posts|rules[\\/]post|lucide-react.*icons[\\/](flag|pencil|trash)\.)/,
    minShareCount: 2,
  },
  // Apart from the other posts code, because a post's page has no list.
  { name: 'own-posts', test: /[\\/]web[\\/]posts[\\/]use-own-posts\./ },
  // Small modules of two pages.
  {
    name: 'small',
    test: /[\\/](web[\\/](art|layout|ui[\\/](?!confirm-dialog|action-result|use-in-view|use-online)|payments[\\/](format-balance|payment-updates))|rules|lucide-react(?!.*icons[\\/](flag|pencil|trash)\.)).*(?<!\.css)$/,
    minShareCount: 2,
    maxModuleSize: 1500,
  },
]

/** The pages of staff, and the parts of other pages that are loaded for them only. */
const staffPages =
  /[\\/]web[\\/]((settings|imports|overview|desk|moderation|tenancy[\\/]staff)[\\/][^\\/]*-page|tenancy[\\/]staff[\\/]staff-tools|auth[\\/]profile-residence)\.tsx/

/** What only those import; it belongs in no file that tenants load. */
function isForStaff(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (staffPages.test(id)) return true
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  const all = [...importers, ...dynamicImporters]
  return all.length > 0 && all.every((one) => seen.has(one) || isForStaff(one, graph, seen))
}

const groupsForTenants = groups.map(({ name, ...group }) => ({
  ...group,
  name: (id: string, graph: ModuleGraph) => (isForStaff(id, graph) ? null : name),
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

/** The summaries of endpoints are for the API's documentation, which the server writes. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]contract[\\/][^\\/]+\.ts$/ },
    handler: (code) => ({ code: code.replace(/^ *summary:\s+'[^'\n]*',$/gm, ''), map: null }),
  },
}

const IMPORT = /await import\(\s*(?:\/\*[^*]*\*\/\s*)*route\.module\s*\)/
const RELOAD = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/

/**
 * When the code of a page can't be loaded, React Router reloads the document; without network the browser then
 * shows its own error instead of the app. Here such a page is one that says so (docs/decisions/043).
 */
const stayInApp: Plugin = {
  name: 'stay-in-app',
  transform: {
    filter: { id: /[\\/]react-router[\\/].*[\\/]routeModules\.m?js$/ },
    handler(code) {
      if (!IMPORT.test(code)) this.error('React Router no longer imports pages here.')
      if (!RELOAD.test(code)) this.error('React Router no longer reloads here.')
      const page = 'return routeModulesCache.root.handle.failedRoute(route.module);'
      // A page without its styles has failed, too. What is fetched here is in the cache for the link.
      const styles =
        '(route.css ?? []).map((href) => document.querySelector(`link[rel=stylesheet][href="${href}"]`) ?? fetch(href))'
      const load = `(await Promise.all([import(/* @vite-ignore */ route.module), ...${styles}]))[0]`
      return { code: code.replace(IMPORT, () => load).replace(RELOAD, page), map: null }
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

export default defineConfig({
  plugins: [layersInOrder, staffCodeApart, withoutSummaries, stayInApp, reactRouter()],
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: groupsForTenants } },
      checks: { pluginTimings: false },
    },
  },
  // One tree-shaken file with React's production build: external, it would load every icon there is.
  ssr: { noExternal: true },
})
