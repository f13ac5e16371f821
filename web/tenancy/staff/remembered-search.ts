/** What was searched stays while somebody looks at a person and comes back; a reload forgets it. */
let search = ''

export const rememberedSearch = (): string => search

export function rememberSearch(typed: string) {
  search = typed
}
