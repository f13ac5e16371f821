interface Route {
  id: string
  /** The address of the page's code. */
  module: string
  /** The addresses of its style sheets. */
  css?: string[]
}

interface LoadedPages {
  [id: string]: unknown
  /** Never loaded on demand, so it is there when nothing can be loaded. */
  root: { handle: { failedRoute(module: string): Promise<unknown> } }
}

/** Fetches a style sheet that isn't in the page yet, so that it is in the cache for its link. */
async function loadStyles(href: string) {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return
  const { ok, status } = await fetch(href)
  if (!ok) throw new Error(`${href} couldn’t be loaded (${status}).`)
}

/**
 * Loads the code of a page with its styles. The build puts this in the place of React Router's own function, which
 * reloads the document when it fails; here a page that can't be loaded is one that says so (docs/decisions/043).
 */
export async function loadRouteModule({ id, module, css = [] }: Route, pages: LoadedPages) {
  if (id in pages) return pages[id]
  try {
    const [page] = await Promise.all([import(/* @vite-ignore */ module), ...css.map(loadStyles)])
    pages[id] = page
    return page
  } catch (error) {
    console.error(error)
    return pages.root.handle.failedRoute(module)
  }
}
