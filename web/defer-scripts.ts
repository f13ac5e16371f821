/**
 * React Router has no setting for when a page's modules are requested: `<Scripts>` always writes
 * `modulepreload` links and an inline module with static imports. On a slow line these requests delay
 * style sheets, fonts, text and images, so the rendered HTML is changed here (docs/decisions/008).
 */
const PRELOAD_LINK = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const START_SCRIPT = /(<script [^>]*type="module" async="">)([\s\S]*?)(<\/script>)/
const STATIC_IMPORT = /import \* as (\w+) from ("[^"]+");/g

/** Waits for the first paint, then preloads the modules. */
const preloadAfterPaint = (modules: (string | undefined)[]) => `
if (document.visibilityState === 'visible')
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
for (const href of ${JSON.stringify(modules)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
`

/**
 * For a page that is complete without scripts (for a visitor, or rendered for its viewer): its modules
 * are requested after the first paint. A start script of an unexpected form is left unchanged.
 */
export function requestScriptsAfterPaint(html: string): string {
  const modules = [...html.matchAll(PRELOAD_LINK)].map(([, href]) => href)
  const script = START_SCRIPT.exec(html)?.[2] ?? ''
  if (modules.length === 0 || script.search(STATIC_IMPORT) < 0) return html
  return html
    .replace(PRELOAD_LINK, '')
    .replace(
      START_SCRIPT,
      (_, start, script: string, end) =>
        start +
        preloadAfterPaint(modules) +
        script.replace(STATIC_IMPORT, 'const $1 = await import($2);') +
        end,
    )
}

/** For a page that needs its scripts to show content: only style sheets and fonts are requested before them. */
export const requestScriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
