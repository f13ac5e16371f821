import { useParams } from 'react-router'
import { StaffOnly } from '../../layout/staff-only.tsx'
import { titled } from '../../layout/title.ts'
import { RoomView } from './room-view.tsx'
import '../../desk/desk.css'
import '../../look/tenants.css'

export const meta = titled('Room')

export default function RoomPage() {
  const { number = '' } = useParams()
  return (
    <StaffOnly>
      <RoomView key={number} number={number} />
    </StaffOnly>
  )
}
