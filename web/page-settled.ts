/**
 * Without user input, work that can be deferred starts this long after `load`, so that the page's own scripts,
 * images and data come first.
 */
const DELAY_AFTER_LOAD_MS = 8_000
/** Upper limit for waiting until the browser is idle. */
const IDLE_TIMEOUT_MS = 2_000

let settled: Promise<void> | null = null
let settle = () => {}

/** Resolves at the first user input, or shortly after everything has loaded. Deferred work awaits it. */
export function whenPageSettled(): Promise<void> {
  settled ??= new Promise((resolve) => {
    settle = () => resolve()
    for (const event of ['pointerdown', 'keydown', 'wheel']) {
      addEventListener(event, settle, { once: true, passive: true })
    }
    const whenIdle = () =>
      typeof requestIdleCallback === 'undefined'
        ? settle()
        : requestIdleCallback(settle, { timeout: IDLE_TIMEOUT_MS })
    const afterLoad = () => setTimeout(whenIdle, DELAY_AFTER_LOAD_MS)
    if (document.readyState === 'complete') afterLoad()
    else addEventListener('load', afterLoad, { once: true })
  })
  return settled
}

/** Resolves when everything that the page itself needs has loaded. */
export const whenLoaded = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => addEventListener('load', resolve, { once: true }))

/** Quiet time after the first input, so that its effects, such as opening another page, come first. */
const QUIET_MS = 3_000

/** Whether the user saves data, or the line is so slow that requested content needs all of it. */
function isSlowLine(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true
}

/** Resolves when the page has settled and the browser is idle, for loading ahead; never on a slow line. */
export async function whenIdle(): Promise<void> {
  await whenPageSettled()
  await new Promise((resolve) => isSlowLine() || setTimeout(resolve, QUIET_MS))
  if (typeof requestIdleCallback !== 'undefined') {
    await new Promise((resolve) => requestIdleCallback(resolve))
  }
}

/** Starts deferred work now. */
export function settlePageNow() {
  void whenPageSettled()
  settle()
}
