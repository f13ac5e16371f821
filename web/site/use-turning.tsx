import { type RefObject, useEffect, useState } from 'react'
import type { GalleryMotion, Turning } from './gallery-motion.tsx'

/**
 * What turns the pictures comes when they are about to be seen; without it they are a row to scroll.
 * `current` is the picture that is shown once they turn.
 */
export function useTurning(strip: RefObject<HTMLElement | null>) {
  const [Motion, setMotion] = useState<typeof GalleryMotion | null>(null)
  const [turning, setTurning] = useState<Turning | null>(null)
  const [current, setCurrent] = useState(0)

  useEffect(() => {
    if (!strip.current) return
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        near.disconnect()
        import('./gallery-motion.tsx').then(
          (module) => setMotion(() => module.GalleryMotion),
          () => {},
        )
      },
      { rootMargin: '400px' },
    )
    near.observe(strip.current)
    return () => near.disconnect()
  }, [strip])

  useEffect(() => {
    if (!turning) return
    const show = () => setCurrent(turning.selectedScrollSnap())
    show()
    turning.on('select', show)
    return () => void turning.off('select', show)
  }, [turning])

  return {
    turning,
    current,
    motion: Motion && strip.current && <Motion strip={strip.current} onReady={setTurning} />,
  }
}
