/** The `meta` of a route, with the title of the browser tab. */
export const pageTitle = (page: string) => () => [{ title: `${page} · Bweni` }]
