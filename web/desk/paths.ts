/** Which of the two lists is shown stands in the address, as the chosen item does. */
export type Shown = 'open' | 'closed'

export const deskPath = (shown: Shown, item?: number): string =>
  `/staff/desk${item === undefined ? '' : `/${item}`}${shown === 'closed' ? '?show=closed' : ''}`
