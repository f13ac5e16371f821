import { useSearchParams } from 'react-router'

/**
 * The query parameters that pages read (`_routes` for their data; the last ones are the pretend phone's). The server drops all
 * others before it renders a page, so that visitors who come by different adverts share the rendered page.
 */
export const PAGE_QUERY = [
  ...(['_routes', 'unknown-page', 'first', 'show', 'list', 'transfer', 'remove', 'month'] as const),
  ...(['year', 'purpose', 'on', 'age', 'of', 'rooms', 'version'] as const),
  ...(['phone', 'screen', 'message'] as const),
] as const
export type PageParameter = (typeof PAGE_QUERY)[number]

/** A parameter of the page's address; null without it. */
export const usePageParameter = (name: PageParameter): string | null =>
  useSearchParams()[0].get(name)

/** A path with the parameters that have a value. */
export function withQuery(
  path: string,
  values: Partial<Record<PageParameter, string | undefined>>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) search.set(name, value)
  // Its size is newer than the oldest browsers.
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
