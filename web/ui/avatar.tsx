import { displayName } from '#rules/visible.ts'

interface Props {
  /** Decides the colour, so that two users of the same name look different. */
  id: number
  first_name: string
  last_name: string
  image: string | null
  className?: string
}

/** Matches a character with its accents or skin tone, a joined emoji or a flag. Older browsers lack `Intl.Segmenter`. */
const firstCharacter =
  /^(?:\p{RI}{2}|.(?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic})*)/su
const colours = ['', ' brick', ' dusk-blue', ' ochre']

/** The first character as people count them: a letter, or a whole emoji. */
const initial = (name: string): string => firstCharacter.exec(name.trim())?.[0].toUpperCase() ?? ''

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
