import type { ReactNode } from 'react'
import { mayDo, type Permission } from '#rules/staff-roles.ts'
import { usePageUser } from './session.ts'
import { Note } from './ui/note.tsx'

/** Whether the role of the page's user allows something that staff do. The server decides; this is for what is shown. */
export const useMay = (permission: Permission): boolean =>
  mayDo(usePageUser()?.staff_role ?? null, permission)

interface Props {
  to: Permission
  children: ReactNode
  /** What the others can't do here, such as `decide about payments`; without it, they see nothing. */
  what?: string
}

/** Shows what staff can do to those whose role allows it. */
export function Permitted({ to, children, what }: Props) {
  const role = usePageUser()?.staff_role
  if (role && mayDo(role, to)) return children
  return role && what ? (
    <Note kind="information">
      As a {role} you can’t {what}. An owner of the residence can change that.
    </Note>
  ) : null
}
