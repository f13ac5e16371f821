import { StaffOnly } from '../../layout/staff-only.tsx'
import { titled } from '../../layout/title.ts'
import { Moderation } from './moderation.tsx'
import '../../desk/desk.css'
import '../../look/moderation.css'

export const meta = titled('Posts')

export default function ModerationPage() {
  return (
    <StaffOnly>
      <Moderation />
    </StaffOnly>
  )
}
