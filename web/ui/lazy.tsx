import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import { LoadError } from './load-error.tsx'

const RETRY_MS = 4000

/** Imports a module and retries while the network fails, so that the page does not fail with it. */
export async function importWithRetry<Module>(
  load: () => Promise<Module>,
  onFailure?: () => void,
): Promise<Module> {
  try {
    return await load()
  } catch {
    onFailure?.()
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return importWithRetry(load)
  }
}

/** A component whose code is fetched when it is first shown. Wrap it in `Suspense`. */
export const lazyWithRetry = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await importWithRetry(load) }))

/** A lazy component for an important part of a page: while its code can't be loaded, a line says so. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  around?: (line: ReactNode) => ReactNode,
) =>
  lazy(() =>
    load().then(
      (Component) => ({ default: Component }),
      () => ({
        default: ((props: Props) => (
          <LatePart load={load} around={around} props={props} />
        )) as ComponentType<Props>,
      }),
    ),
  )

interface LatePartProps<Props> {
  load: () => Promise<ComponentType<Props>>
  around: ((line: ReactNode) => ReactNode) | undefined
  props: Props
}

function LatePart<Props extends object>({ load, around, props }: LatePartProps<Props>) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> } | null>(null)
  const [retry] = useState(
    () => () =>
      load().then(
        (Part) => setLoaded({ Part }),
        () => undefined,
      ),
  )
  useEffect(() => {
    if (loaded) return
    const timer = setInterval(retry, RETRY_MS)
    return () => clearInterval(timer)
  }, [loaded, retry])
  if (loaded) return <loaded.Part {...props} />
  const line = <LoadError message="This couldn’t be loaded." onRetry={retry} />
  return around ? around(line) : line
}

/** A lazy component that a page can do without: when its code can't be loaded, nothing is shown in its place. */
export const lazyOptional = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (Component) => ({ default: Component }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
