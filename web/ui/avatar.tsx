import { displayName } from '#rules/visible.ts'

interface Props {
  /** Decides the colour, so that two users of the same name look different. */
  id: number
  first_name: string
  last_name: string
  image: string | null
  className?: string
}

const segmenter = new Intl.Segmenter()
const colours = ['', ' brick', ' dusk-blue', ' ochre']

/** The first character as people count them: a letter, or a whole emoji. */
function initial(name: string): string {
  const { value } = segmenter.segment(name.trim())[Symbol.iterator]().next()
  return value?.segment.toUpperCase() ?? ''
}

/** The first letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = displayName(name).trim().split(/\s+/)
  return initial(words[0] ?? '') + (words.length > 1 ? initial(words.at(-1) ?? '') : '')
}

/** A user's image, or their initials. Decorative: the name is beside it. */
export function Avatar({ id, first_name, last_name, image, className = '' }: Props) {
  if (image) {
    return <img className={`avatar ${className}`} src={image} alt="" width="40" height="40" />
  }
  return (
    <span className={`avatar${colours[id % colours.length]} ${className}`} aria-hidden="true">
      {initialsOf(`${first_name} ${last_name}`)}
    </span>
  )
}
