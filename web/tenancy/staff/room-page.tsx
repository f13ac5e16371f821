import { useParams } from 'react-router'
import { RequireStaff } from '../../layout/require-auth.tsx'
import { pageTitle } from '../../layout/title.ts'
import { RoomView } from './room-view.tsx'
import '../../look/staff.css'
import '../../look/tenants.css'

export const meta = pageTitle('Room')

export default function RoomPage() {
  const { number = '' } = useParams()
  return (
    <RequireStaff>
      <RoomView key={number} number={number} />
    </RequireStaff>
  )
}
