const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const start = /(<script [^>]*type="module" async="">)([\s\S]*?)(<\/script>)/
const staticImport = /import \* as (\w+) from ("[^"]+");/g

const afterPaint = (modules: (string | undefined)[]) => `
if (document.visibilityState === 'visible')
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
for (const href of ${JSON.stringify(modules)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
`

/**
 * A page that comes whole (a visitor's, or one drawn for its reader) can be read, and its links
 * followed, without any script. So its modules are not asked for before it has been painted: on a
 * slow line they would hold up style, face, text and pictures.
 */
export function scriptsAfterPaint(html: string): string {
  const modules = [...html.matchAll(preload)].map(([, href]) => href)
  const body = start.exec(html)?.[2] ?? ''
  // Another form of start script than the one known here is left as it is.
  if (modules.length === 0 || body.search(staticImport) < 0) return html
  return html
    .replace(preload, '')
    .replace(
      start,
      (_, open, body: string, close) =>
        open +
        afterPaint(modules) +
        body.replace(staticImport, 'const $1 = await import($2);') +
        close,
    )
}

/** A page that shows nothing of its own before its scripts waits for them, yet style and face go first. */
export const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
