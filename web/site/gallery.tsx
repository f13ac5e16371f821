import { ArrowLeft, ArrowRight } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useInView } from '../ui/use-in-view.ts'
import type { Carousel, GalleryCarousel } from './gallery-carousel.tsx'
import type { GalleryPicture } from './gallery-pictures.ts'

interface Props {
  pictures: GalleryPicture[]
  label: string
  /** The controls that choose a picture. */
  pager: 'windows' | 'thumbnails'
  children?: ReactNode
}

/** A carousel of pictures. Without scripts it is a row to scroll. */
export function Gallery({ pictures, label, pager, children }: Props) {
  const strip = useRef<HTMLElement>(null)
  const { carousel, current, element } = useCarousel(strip)

  function onKey(event: KeyboardEvent) {
    if (!carousel || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return
    event.preventDefault()
    if (event.key === 'ArrowLeft') carousel.scrollPrev()
    else carousel.scrollNext()
  }
  const choose = (index: number) => (event: MouseEvent) => {
    if (!carousel) return
    event.preventDefault()
    carousel.scrollTo(index)
  }

  return (
    <section
      className={`gallery ${pager}`}
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={onKey}
    >
      <div className="frame">
        <section
          ref={strip}
          className={carousel ? 'strip moving' : 'strip'}
          aria-label="Pictures; the arrow keys turn them"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
          tabIndex={0}
        >
          <ul>
            {pictures.map(({ id, src, alt, caption }) => (
              <li key={id} id={id}>
                <figure>
                  <img
                    src={src}
                    alt={alt}
                    width="320"
                    height="200"
                    loading="lazy"
                    decoding="async"
                  />
                  <figcaption>{caption}</figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className="gallery-side">
        {children}
        <p className="small muted tabular" role="status">
          {carousel && (
            <>
              Picture {current + 1} of {pictures.length}
              <span className="visually-hidden">: {pictures[current]?.caption}</span>
            </>
          )}
        </p>
        <div className="gallery-controls">
          <button
            type="button"
            className="icon-button"
            hidden={!carousel}
            onClick={() => carousel?.scrollPrev()}
          >
            <ArrowLeft className="icon" aria-hidden="true" />
            <span className="visually-hidden">Previous picture</span>
          </button>
          <ul className="pager">
            {pictures.map(({ id, src, caption }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  aria-current={carousel && index === current ? 'true' : undefined}
                  onClick={choose(index)}
                >
                  {pager === 'windows' ? <i /> : <img src={src} alt="" width="160" height="100" />}
                  <span className="visually-hidden">{caption}</span>
                </a>
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="icon-button"
            hidden={!carousel}
            onClick={() => carousel?.scrollNext()}
          >
            <ArrowRight className="icon" aria-hidden="true" />
            <span className="visually-hidden">Next picture</span>
          </button>
        </div>
      </div>
      {element}
    </section>
  )
}

/**
 * Loads the carousel when the strip is near the viewport. Until then, and when it cannot be loaded,
 * `carousel` is null. `current` is the index of the picture shown.
 */
function useCarousel(strip: RefObject<HTMLElement | null>) {
  const near = useInView(strip)
  const [Component, setComponent] = useState<typeof GalleryCarousel | null>(null)
  const [carousel, setCarousel] = useState<Carousel | null>(null)
  const [current, setCurrent] = useState(0)

  useEffect(() => {
    if (!near) return
    import('./gallery-carousel.tsx').then(
      (module) => setComponent(() => module.GalleryCarousel),
      () => {},
    )
  }, [near])
  useEffect(() => {
    if (!carousel) return
    const update = () => setCurrent(carousel.selectedScrollSnap())
    update()
    carousel.on('select', update)
    return () => void carousel.off('select', update)
  }, [carousel])

  return {
    carousel,
    current,
    element: Component && strip.current && (
      <Component strip={strip.current} onReady={setCarousel} />
    ),
  }
}
