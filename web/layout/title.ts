/** The title of a page in the browser's tab. */
export const titled = (page: string) => () => [{ title: `${page} · Bweni` }]
