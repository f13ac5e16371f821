import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import type { Picture } from './picture.ts'
import { useTurning } from './use-turning.tsx'

interface Props {
  pictures: Picture[]
  label: string
  /** A picture is picked by a window, or by a small copy of itself. */
  picks: 'windows' | 'thumbnails'
  children?: ReactNode
}

/** Pictures seen through a window of the house. Without scripts they are a row to scroll. */
export function Gallery({ pictures, label, picks, children }: Props) {
  const strip = useRef<HTMLElement>(null)
  const { turning, current, motion } = useTurning(strip)

  function turn(event: KeyboardEvent) {
    if (!turning || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return
    event.preventDefault()
    if (event.key === 'ArrowLeft') turning.scrollPrev()
    else turning.scrollNext()
  }
  const pick = (index: number) => (event: MouseEvent) => {
    if (!turning) return
    event.preventDefault()
    turning.scrollTo(index)
  }

  return (
    <section
      className={`gallery ${picks}`}
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={turn}
    >
      <div className="frame">
        <section
          ref={strip}
          className={turning ? 'strip turning' : 'strip'}
          aria-label="Pictures; the arrow keys turn them"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
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
      <div className="gal-side">
        {children}
        <p className="small muted tabular" role="status">
          {turning && (
            <>
              Picture {current + 1} of {pictures.length}
              <span className="visually-hidden">: {pictures[current]?.caption}</span>
            </>
          )}
        </p>
        <div className="sillbar">
          <button
            type="button"
            className="icon-button"
            hidden={!turning}
            onClick={() => turning?.scrollPrev()}
          >
            <ArrowLeft className="icon" aria-hidden="true" />
            <span className="visually-hidden">Previous picture</span>
          </button>
          <ul className="picks">
            {pictures.map(({ id, src, caption }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  aria-current={turning && index === current ? 'true' : undefined}
                  onClick={pick(index)}
                >
                  {picks === 'windows' ? <i /> : <img src={src} alt="" width="160" height="100" />}
                  <span className="visually-hidden">{caption}</span>
                </a>
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="icon-button"
            hidden={!turning}
            onClick={() => turning?.scrollNext()}
          >
            <ArrowRight className="icon" aria-hidden="true" />
            <span className="visually-hidden">Next picture</span>
          </button>
        </div>
      </div>
      {motion}
    </section>
  )
}
