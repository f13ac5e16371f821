import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Marks the element of an entry with its key. */
export const dragAttribute = 'data-drag-key'

interface Options {
  /** The keys of the entries, in order. */
  keys: readonly number[]
  /** Moves the entry `key` to an index. */
  onMove: (key: number, index: number) => void
}

/** Whether the middle of another entry is passed; otherwise entries of different heights would keep changing places. */
function hasPassed({ clientX, clientY }: globalThis.PointerEvent, rect: DOMRect, isLater: boolean) {
  const { left, top, width, height } = rect
  const beyondX = isLater ? clientX > left + width / 2 : clientX < left + width / 2
  const beyondY = isLater ? clientY > top + height / 2 : clientY < top + height / 2
  return beyondY || (beyondX && clientY > top && clientY < top + height)
}

/**
 * Orders entries by dragging them with a mouse, a finger or a pen; Escape puts the entry back where it was.
 * @returns the key of the dragged entry, and the handler for `pointerdown` on its handle
 */
export function useDragging({ keys, onMove }: Options) {
  const [dragged, setDragged] = useState<number | null>(null)
  const start = useRef(0)
  const latest = useRef({ keys, onMove })
  latest.current = { keys, onMove }

  useEffect(() => {
    if (dragged === null) return
    const stop = () => setDragged(null)
    function move(event: globalThis.PointerEvent) {
      const { keys, onMove } = latest.current
      const over = document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => element.closest(`[${dragAttribute}]`))
        .find((element) => element !== null)
      const key = Number(over?.getAttribute(dragAttribute))
      const [from, to] = [keys.indexOf(dragged ?? 0), keys.indexOf(key)]
      if (!over || to < 0 || from < 0 || to === from) return
      if (hasPassed(event, over.getBoundingClientRect(), to > from)) onMove(dragged ?? 0, to)
    }
    function cancel(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      latest.current.onMove(dragged ?? 0, start.current)
      stop()
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', stop)
    addEventListener('pointercancel', stop)
    addEventListener('keydown', cancel)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', stop)
      removeEventListener('pointercancel', stop)
      removeEventListener('keydown', cancel)
    }
  }, [dragged])

  function startDragging(key: number, event: PointerEvent) {
    if (event.button !== 0) return
    // Prevents the text around the handle from being selected.
    event.preventDefault()
    start.current = keys.indexOf(key)
    setDragged(key)
  }
  return { dragged, startDragging }
}
