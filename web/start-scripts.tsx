import { useContext } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, Scripts, useMatches } from 'react-router'

/** What React Router tells its own components; nothing else in `web/` takes it, since it may change with any version. */
function useFramework() {
  const framework = useContext(FrameworkContext)
  if (!framework) throw new Error('React Router no longer tells a page about its files.')
  return framework
}

/** The style sheets of the pages with these paths (without parameters: `/post` for `/post/:id`). */
export function useStyleSheets(paths: string[]): string[] {
  const routes = Object.values(useFramework().manifest.routes)
  const ofPages = routes.filter((route) => paths.includes(`/${route?.path?.split('/:')[0] ?? ''}`))
  return [...new Set(ofPages.flatMap((route) => route?.css ?? []))]
}

const nothing = { preloads: [], handover: '', start: '' }

/** The modules of this page, and the texts of the two scripts that `HydratedRouter` needs to find in it. */
function useStart(afterPaint: boolean): { preloads: string[]; handover: string; start: string } {
  const { manifest, serverHandoffString, renderMeta } = useFramework()
  const matches = useMatches()
  if (!import.meta.env.SSR) return nothing
  // Otherwise React Router's own data would not be sent after the page.
  if (renderMeta) renderMeta.didRenderScripts = true
  const routes = matches.flatMap(({ id }) => manifest.routes[id] ?? [])
  const imported = routes.flatMap(({ module, imports = [] }) => [module, ...imports])
  const entry = manifest.entry.module
  const preloads = [...new Set([manifest.url, entry, ...manifest.entry.imports, ...imported])]
  const wait = `if (document.visibilityState === 'visible')
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
for (const href of ${JSON.stringify(preloads)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))`
  return {
    preloads: afterPaint ? [] : preloads,
    handover: `{
const context = window.__reactRouterContext = ${serverHandoffString}
const start = (controller) => { context.streamController = controller }
context.stream = new ReadableStream({ start }).pipeThrough(new TextEncoderStream())
}`,
    start: `${afterPaint ? wait : ''}
const [, ...modules] = await Promise.all(${JSON.stringify([manifest.url, ...routes.map(({ module }) => module)])}.map((url) => import(url)))
const ids = ${JSON.stringify(routes.map(({ id }) => id))}
window.__reactRouterRouteModules = Object.fromEntries(ids.map((id, at) => [id, modules[at]]))
import(${JSON.stringify(entry)})`,
  }
}

/**
 * Starts the app, in place of React Router's `<Scripts>`, which always requests all modules at once and so delays style
 * sheets, fonts, text and pictures on a slow line (docs/decisions/008). A page that is complete without scripts has its
 * modules requested after the first paint, any other with a low priority.
 */
export function StartScripts({
  nonce,
  complete,
}: {
  nonce?: string | undefined
  complete: boolean
}) {
  const { preloads, handover, start } = useStart(complete)
  // In development there is no build to wait for, and the router's own have the modules replaced when a file is saved.
  if (import.meta.env.DEV) return <Scripts nonce={nonce} />
  return (
    <>
      {preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
      <script nonce={nonce} suppressHydrationWarning>
        {handover}
      </script>
      <script nonce={nonce} type="module" async suppressHydrationWarning>
        {start}
      </script>
    </>
  )
}
