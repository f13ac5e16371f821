import { useEffect } from 'react'

const titleOf = (page: string) => `${page} · Bweni`

/** The `meta` of a route, with the title of the browser tab. */
export const pageTitle = (page: string) => () => [{ title: titleOf(page) }]

/** Sets the title of the browser tab for a page that takes it from its data, once they are loaded. */
export function usePageTitle(page: string | undefined) {
  useEffect(() => {
    if (page) document.title = titleOf(page)
  }, [page])
}
