import { useEffect } from 'react'

const titleOf = (page: string) => `${page} · Bweni`

/** The `meta` of a route, with the title of the browser tab. */
export const pageTitle = (page: string) => () => [{ title: titleOf(page) }]

/** The title of the browser tab for a page whose data name it, once they are there. */
export function usePageTitle(page: string | undefined) {
  useEffect(() => {
    if (page) document.title = titleOf(page)
  }, [page])
}
