/** The `meta` of a route: the title of the browser's tab. */
export const pageTitle = (page: string) => () => [{ title: `${page} · Bweni` }]
