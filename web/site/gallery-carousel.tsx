import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { useEffect, useState } from 'react'

export type Carousel = NonNullable<UseEmblaCarouselType[1]>

interface Props {
  /** The row of pictures, which scrolls until the carousel is loaded. */
  strip: HTMLElement
  onReady: (carousel: Carousel | null) => void
}

/** Turns the row into a carousel that starts at the picture it is scrolled to. */
export function GalleryCarousel({ strip, onReady }: Props) {
  const [startIndex] = useState(() => Math.round(strip.scrollLeft / strip.clientWidth))
  const [attach, carousel] = useEmblaCarousel({
    loop: true,
    startIndex,
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  })
  useEffect(() => {
    strip.scrollLeft = 0
    attach(strip)
  }, [strip, attach])
  useEffect(() => {
    onReady(carousel ?? null)
  }, [carousel, onReady])
  return null
}
