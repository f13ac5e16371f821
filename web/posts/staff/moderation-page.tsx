import { RequireStaff } from '../../layout/require-auth.tsx'
import { pageTitle } from '../../layout/title.ts'
import { Moderation } from './moderation.tsx'
import '../../look/desk.css'
import '../../look/moderation.css'

export const meta = pageTitle('Posts')

export default function ModerationPage() {
  return (
    <RequireStaff>
      <Moderation />
    </RequireStaff>
  )
}
