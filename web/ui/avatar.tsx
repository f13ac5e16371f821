import { displayName } from '#rules/visible.ts'

interface Props {
  /** The wall is painted by it, so that two people of one name can be told apart. */
  id: number
  first_name: string
  last_name: string
  image: string | null
  className?: string
}

const segmenter = new Intl.Segmenter()
const walls = ['', ' a', ' b', ' c']

/** The first sign of a name as a person would count it: a letter, or a whole emoji. */
function initial(name: string): string {
  const { value } = segmenter.segment(name.trim())[Symbol.iterator]().next()
  return value?.segment.toUpperCase() ?? ''
}

/** A window with somebody's picture in it, or their initials; the name stands beside it. */
export function Avatar({ id, first_name, last_name, image, className = '' }: Props) {
  if (image) {
    return <img className={`avatar ${className}`} src={image} alt="" width="40" height="40" />
  }
  return (
    <span className={`avatar${walls[id % walls.length]} ${className}`} aria-hidden="true">
      {initial(displayName(first_name))}
      {initial(last_name)}
    </span>
  )
}
