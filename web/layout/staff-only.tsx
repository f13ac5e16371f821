import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useSession } from '../session.ts'
import { Guarded } from './guarded.tsx'

/** For staff; anybody else has nothing here and goes to `/`. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  const staff = session.status === 'signed_in' && session.user.is_staff
  return <Guarded>{staff ? children : <Navigate to="/" replace />}</Guarded>
}
