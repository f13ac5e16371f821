/** A page that nobody touches has its own scripts, images and data first: the rest comes so long after `load`. */
const DELAY_AFTER_LOAD_MS = 8_000
/** It need not be idle by then. */
const LONGEST_WAIT_FOR_IDLE_MS = 2_000

let settled: Promise<void> | null = null
let settle = () => {}

/** Resolves at the first sign of use, or a moment after everything has loaded: what is not needed yet waits for it. */
export function whenPageSettled(): Promise<void> {
  settled ??= new Promise((resolve) => {
    settle = () => resolve()
    for (const event of ['pointerdown', 'keydown', 'wheel']) {
      addEventListener(event, settle, { once: true, passive: true })
    }
    const whenIdle = () =>
      typeof requestIdleCallback === 'undefined'
        ? settle()
        : requestIdleCallback(settle, { timeout: LONGEST_WAIT_FOR_IDLE_MS })
    const afterLoad = () => setTimeout(whenIdle, DELAY_AFTER_LOAD_MS)
    if (document.readyState === 'complete') afterLoad()
    else addEventListener('load', afterLoad, { once: true })
  })
  return settled
}

/** Something must not wait for the first sign of use. */
export function settlePageNow() {
  void whenPageSettled()
  settle()
}
