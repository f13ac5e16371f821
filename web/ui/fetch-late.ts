const retry_ms = 4000

/** Code that is fetched late: a network that fails just now brings it later still, and takes no page down. */
export async function fetchLate<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retry_ms))
    return fetchLate(load)
  }
}
