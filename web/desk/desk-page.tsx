import { Navigate } from 'react-router'
import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { Desk } from './desk.tsx'
import '../look/desk.css'

export const meta = titled('Payments desk')

/** For staff; anybody else has nothing here and goes to `/`. */
export default function DeskPage() {
  const session = useSession()
  const staff = session.status === 'signed_in' && session.user.is_staff
  return <Guarded>{staff ? <Desk /> : <Navigate to="/" replace />}</Guarded>
}
