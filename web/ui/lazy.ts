import { type ComponentType, lazy } from 'react'

const RETRY_MS = 4000

/** Imports a module and retries while the network fails, so that the page does not fail with it. */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return importWithRetry(load)
  }
}

/** A component whose code is fetched when it is first shown. Wrap it in `Suspense`. */
export const lazyWithRetry = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await importWithRetry(load) }))

/** The same for what a page can do without: when its code can't be loaded, nothing is shown in its place. */
export const lazyOptional = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (Component) => ({ default: Component }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
