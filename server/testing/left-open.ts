/** What a test file has opened, such as servers, and how it is closed; whoever closes it takes it out. */
export const leftOpen = new Map<object, () => Promise<unknown>>()
