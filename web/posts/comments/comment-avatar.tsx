import { Avatar } from '../../ui/avatar.tsx'

interface Props {
  id: number
  /** First and last name. */
  name: string
  image: string | null
}

export function CommentAvatar({ id, name, image }: Props) {
  const names = name.trim().split(/\s+/)
  const [first_name = ''] = names
  const last_name = names.length > 1 ? (names.at(-1) ?? '') : ''
  return <Avatar id={id} first_name={first_name} last_name={last_name} image={image} />
}
