import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { useEffect, useState } from 'react'

export type Turning = NonNullable<UseEmblaCarouselType[1]>

interface Props {
  /** The row of pictures, which could only be scrolled so far. */
  strip: HTMLElement
  onReady: (turning: Turning | null) => void
}

/** Makes a row of pictures turn; where it had been scrolled to, it stays. */
export function GalleryMotion({ strip, onReady }: Props) {
  const [startIndex] = useState(() => Math.round(strip.scrollLeft / strip.clientWidth))
  const [moving, turning] = useEmblaCarousel({
    loop: true,
    startIndex,
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  })
  useEffect(() => {
    strip.scrollLeft = 0
    moving(strip)
  }, [strip, moving])
  useEffect(() => {
    onReady(turning ?? null)
  }, [turning, onReady])
  return null
}
