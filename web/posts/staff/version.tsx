import type { ReactNode } from 'react'
import type { ImageSize } from '#contract/posts.ts'
import { PostPicture } from '../post-picture.tsx'

interface Props {
  title: string
  picture?: { image_sizes: ImageSize[] } | undefined
  /** How it read; what else is to be said goes below. */
  words?: string
  children?: ReactNode
}

/** How something read and looked at one time, to stand beside another. */
export const Version = ({ title, picture, words, children }: Props) => (
  <section>
    <h3 className="small">{title}</h3>
    {picture && <WholePicture of={picture} name={title} />}
    {words !== undefined && (
      <blockquote className="quote words" dir="auto">
        {words}
      </blockquote>
    )}
    {children}
  </section>
)

interface WholePictureProps {
  of: { image_sizes: ImageSize[] }
  /** Which of several it is. */
  name?: string
}

/** All of a picture, and the way to it in its own size; nothing where there is none. */
export function WholePicture({ of, name }: WholePictureProps) {
  const largest = of.image_sizes.at(-1)
  if (!largest) return null
  return (
    <a className="whole-picture" href={largest.url} target="_blank" rel="noreferrer">
      <PostPicture post={of} sizes="(min-width: 900px) 340px, 100vw" />
      <span className="visually-hidden">
        {name && `${name}: `}the picture by itself, in a new tab
      </span>
    </a>
  )
}

/** A picture that is replaced has another name. */
export const isSamePicture = (
  one: { image_sizes: ImageSize[] },
  other: { image_sizes: ImageSize[] },
) => one.image_sizes.at(-1)?.url === other.image_sizes.at(-1)?.url
