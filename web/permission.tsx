import type { ReactNode } from 'react'
import { mayDo, type Permission } from '#rules/staff-roles.ts'
import { usePageUser } from './session.ts'
import { Note } from './ui/note.tsx'

/** Whether the user's role allows a staff action. This controls only what is shown; the server decides. */
export const useMay = (permission: Permission): boolean =>
  mayDo(usePageUser()?.staff_role ?? null, permission)

interface Props {
  to: Permission
  children: ReactNode
  /** The action, such as `decide about payments`, for a note to other staff that they can't do it; without it, no note. */
  what?: string
}

/** Shows its content only to staff whose role allows an action. */
export function Permitted({ to, children, what }: Props) {
  const role = usePageUser()?.staff_role
  if (role && mayDo(role, to)) return children
  return role && what ? (
    <Note kind="information">
      As a {role} you can’t {what}. An owner of the residence can change that.
    </Note>
  ) : null
}
