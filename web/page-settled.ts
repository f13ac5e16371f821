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

/** Starts deferred work now. */
export function settlePageNow() {
  void whenPageSettled()
  settle()
}
